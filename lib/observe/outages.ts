// Outages of the services that every request needs: the log has each once when it begins and once when it ends.
import { log } from "@/lib/observe/log";

/** Errors that an outage has explained, so that nobody logs them again. */
const explained = new WeakSet<object>();

export const isExplained = (error: unknown): boolean =>
  error instanceof Error && (explained.has(error) || isExplained(error.cause));

export class Outage {
  readonly #service: string;
  readonly #write: typeof log;
  #since: number | null = null;

  constructor(service: string, write = log) {
    this.#service = service;
    this.#write = write;
  }

  get isOpen(): boolean {
    return this.#since !== null;
  }

  /** The service could not be reached. */
  failed(error: unknown): void {
    if (error instanceof Error) explained.add(error);
    if (this.#since !== null) return;
    this.#since = performance.now();
    this.#write("error", `${this.#service} does not answer.`);
  }

  answered(): void {
    if (this.#since === null) return;
    const seconds = Math.round((performance.now() - this.#since) / 100) / 10;
    this.#since = null;
    this.#write("warn", `${this.#service} answers again after ${seconds} s.`);
  }
}

export const databaseOutage = new Outage("PostgreSQL");
export const redisOutage = new Outage("Redis");
