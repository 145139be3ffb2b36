// A bound on what waits to be written: beyond it, senders come back later instead of filling the memory.
import { Failure } from "@/lib/errors";

/** What waiting work holds is rather a few times its bytes than once. */
export const MAX_WAITING_BYTES = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 1;

export class Backlog {
  readonly #limit: number;
  #waiting = 0;
  #refused = 0;
  #admitted = 0;
  #admittedBytes = 0;

  constructor(limit = MAX_WAITING_BYTES) {
    this.#limit = limit;
  }

  /** How much work was admitted and refused, and the bytes of what waits now. */
  read() {
    return {
      admitted: this.#admitted,
      admittedBytes: this.#admittedBytes,
      refused: this.#refused,
      waitingBytes: this.#waiting,
    };
  }

  /** Does work that holds so many bytes. Throws 429 if too much waits; work that comes alone is never refused. */
  async admit<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting > 0 && this.#waiting + bytes > this.#limit) {
      this.#refused += 1;
      throw new Failure("rateLimited", "Too much is waiting to be written. Send this again.", {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    this.#waiting += bytes;
    this.#admitted += 1;
    this.#admittedBytes += bytes;
    try {
      return await work();
    } finally {
      this.#waiting -= bytes;
    }
  }
}
