// The measurements of all contestants, and figures of them: each is the median of the rounds.
import { median } from "../client";
import type { Outcome } from "./load";

/** A measurement: what the load generator saw, and the processor time of the contestant's tree. */
export interface Sample extends Outcome {
  cpuMicros: number;
}

type Pick = (sample: Sample) => number;

export class Samples {
  readonly #samples = new Map<string, Sample[]>();

  add(name: string, job: string, sample: Sample): void {
    this.#samples.set(`${name} ${job}`, [...this.#of(name, job), sample]);
  }

  figure(name: string, job: string, pick: Pick): number {
    return median(this.#of(name, job).map(pick));
  }

  /** Milliseconds beyond calling the provider itself, round by round. */
  added(name: string, job: string, pick: Pick, direct = job): number {
    const base = this.#of("direct", direct);
    return median(this.#of(name, job).map((sample, round) => pick(sample) - pick(base[round] ?? sample)));
  }

  /** At 32 and 128 connections. */
  both(left: string, right: string, pick: Pick): string {
    return ["json32", "json128"].map((job) => ratio(left, right, (name) => this.figure(name, job, pick))).join(", ");
  }

  #of(name: string, job: string): Sample[] {
    return this.#samples.get(`${name} ${job}`) ?? [];
  }
}

export const rate: Pick = ({ perSecond }) => perSecond;
export const cpu: Pick = ({ cpuMicros }) => cpuMicros;

export const ratio = (left: string, right: string, of: (name: string) => number): string =>
  (of(left) / of(right)).toFixed(2);
