// How fast targets have answered recently.

/** The weight of the newest measure in an exponentially weighted moving average. */
const ALPHA = 0.3;
const REMEMBERED = 1_000;

export class Latencies {
  readonly #averages = new Map<string, number>();

  /** Milliseconds; null for a target that has not answered yet. */
  of(target: string): number | null {
    return this.#averages.get(target) ?? null;
  }

  record(target: string, ms: number): void {
    const known = this.#averages.get(target);
    const [oldest] = this.#averages.keys();
    if (known === undefined && this.#averages.size >= REMEMBERED && oldest !== undefined) this.#averages.delete(oldest);
    this.#averages.set(target, known === undefined ? ms : known + ALPHA * (ms - known));
  }
}
