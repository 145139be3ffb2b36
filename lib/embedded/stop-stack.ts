type Stop = () => Promise<void>;

/** What was started, to stop in reverse order. */
export class StopStack {
  readonly #stops: Stop[] = [];

  push(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Stops everything; one that fails or takes longer than `limitMs` does not keep the others running. Returns the failures. */
  async stopAll(limitMs: number): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not stopped within ${limitMs} ms`)), limitMs);
      });
      try {
        await Promise.race([stop(), limit]);
      } catch (error) {
        failures.push(error);
      } finally {
        clearTimeout(timer);
      }
    }
    return failures;
  }
}
