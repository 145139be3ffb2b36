// Counters and histograms that cost a look-up and an addition while requests run.
import type { Family, Labels, Sample } from "./families";

interface Described {
  name: string;
  help: string;
  labels: readonly string[];
}

const labelsOf = (names: readonly string[], values: readonly string[]): Labels =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));

export class Counter {
  readonly #described: Described;
  readonly #series = new Map<string, { values: readonly string[]; sum: number }>();

  constructor(name: string, help: string, ...labels: string[]) {
    this.#described = { name, help, labels };
  }

  add(amount: number, ...values: string[]): void {
    const key = values.join("\n");
    const known = this.#series.get(key);
    if (known) known.sum += amount;
    else this.#series.set(key, { values, sum: amount });
  }

  /** The divisor of added values, so that they can be counted as whole numbers. */
  read(divisor = 1): Family {
    const { name, help, labels } = this.#described;
    const samples = [...this.#series.values()].map(({ values, sum }) => ({
      labels: labelsOf(labels, values),
      value: sum / divisor,
    }));
    return { name, help, type: "counter", samples };
  }
}

/** Seconds: from the time of a cached answer to that of a reasoning model. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

interface Distribution {
  values: readonly string[];
  /** How many lay in each bucket, and above all. */
  counts: number[];
  sum: number;
}

export class Histogram {
  readonly #described: Described;
  readonly #series = new Map<string, Distribution>();

  constructor(name: string, help: string, ...labels: string[]) {
    this.#described = { name, help, labels };
  }

  observe(seconds: number, ...values: string[]): void {
    const key = values.join("\n");
    let known = this.#series.get(key);
    if (!known) {
      known = { values, counts: Array.from({ length: BOUNDS.length + 1 }, () => 0), sum: 0 };
      this.#series.set(key, known);
    }
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket += 1;
    known.counts[bucket] = (known.counts[bucket] ?? 0) + 1;
    known.sum += seconds;
  }

  read(): Family {
    const { name, help, labels } = this.#described;
    const samples = [...this.#series.values()].flatMap(({ values, counts, sum }): Sample[] => {
      const own = labelsOf(labels, values);
      let total = 0;
      const buckets = counts.map((count, index): Sample => {
        total += count;
        return { suffix: "_bucket", labels: { ...own, le: String(BOUNDS[index] ?? "+Inf") }, value: total };
      });
      return [...buckets, { suffix: "_sum", labels: own, value: sum }, { suffix: "_count", labels: own, value: total }];
    });
    return { name, help, type: "histogram", samples };
  }
}
