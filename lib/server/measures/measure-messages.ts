// How the workers of a server share their metrics: a worker that needs them asks the parent process, which asks all workers.
import type { Family } from "@/lib/gateway/metrics/families";

/** The messages about metrics between workers and their parent process. */
export type MeasureMessage =
  | { kind: "measures wanted"; id: number }
  | { kind: "measures"; id: number; families: Family[] }
  | { kind: "all measures"; id: number; families: Family[][] };

export const isMeasureMessage = (message: unknown): message is MeasureMessage =>
  typeof message === "object" && message !== null && "kind" in message;

const PATIENCE_MS = 2_000;

/** Asks for metrics by `send`, and returns what `take` receives under the same number; nothing from workers that are too late. */
export class MeasureAsks {
  #last = 0;
  readonly #waiting = new Map<number, (message: MeasureMessage) => void>();

  ask(send: (message: MeasureMessage) => void): Promise<MeasureMessage | null> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      const end = (message: MeasureMessage | null) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(message);
      };
      const timer = setTimeout(end, PATIENCE_MS, null);
      this.#waiting.set(id, end);
      send({ kind: "measures wanted", id });
    });
  }

  take(message: MeasureMessage): void {
    this.#waiting.get(message.id)?.(message);
  }
}
