// How the workers of a server are asked for their measures: one that wants to know asks the process over them, which asks all.
import type { Family } from "@/lib/gateway/metrics/families";

/** What workers and the process over them say to each other of measures. */
export type MeasureMessage =
  | { kind: "measures wanted"; id: number }
  | { kind: "measures"; id: number; families: Family[] }
  | { kind: "all measures"; id: number; families: Family[][] };

export const isMeasureMessage = (message: unknown): message is MeasureMessage =>
  typeof message === "object" && message !== null && "kind" in message;

const PATIENCE_MS = 2_000;

/** Asks for measures by `send`, and gives what `take` is told under the same number; nothing of who does not answer in time. */
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
