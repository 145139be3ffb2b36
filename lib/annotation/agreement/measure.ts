/** What a measure was computed from. `leftOut` counts items with two or more values that the measure could not use. */
export interface Sample {
  readonly items: number;
  readonly comparisons: number;
  readonly leftOut: number;
  /** What the measure leaves out or weights, if its name does not make that clear. */
  readonly note?: string;
}

/** A number with its sample, or the reason why there is none. 0/0 is never a number. */
export type Measure = Sample & ({ readonly value: number } | { readonly value: null; readonly reason: string });

export const nothingToCompare = "No item has two values to compare.";
export const noVariation = "All values are alike, so agreement beyond chance is 0/0.";

export const emptySample: Sample = { items: 0, comparisons: 0, leftOut: 0 };

export const undefinedMeasure = (sample: Sample, reason: string): Measure => ({ ...sample, value: null, reason });

export function share(part: number, whole: number, sample: Sample): Measure {
  return whole === 0 ? undefinedMeasure(sample, nothingToCompare) : { ...sample, value: part / whole };
}

/**
 * 1 − observed/expected disagreement, the form that κ, π and α share. Both must be sums of non-negative terms, so that
 * zero expected disagreement is exactly 0.
 */
export function beyondChance(observed: number, expected: number, sample: Sample): Measure {
  if (sample.comparisons === 0) return undefinedMeasure(sample, nothingToCompare);
  if (expected === 0) return undefinedMeasure(sample, noVariation);
  return { ...sample, value: 1 - observed / expected };
}
