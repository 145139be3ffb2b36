// Two lists whose members are paired one by one.
import type { MetricInput } from "./metric-input";
import { Unscored } from "./unscored";

/** Labels are compared ignoring case and surrounding blanks. */
export const label = (text: string): string => text.trim().toLowerCase();

export interface LabelPairs {
  readonly output: readonly string[];
  readonly expected: readonly string[];
}

/** Throws `Unscored` for lists of different lengths, and for empty ones. */
export function labelPairs(input: MetricInput): LabelPairs {
  const [output, expected] = [input.texts("output").map(label), input.texts("expected").map(label)];
  assertPaired(output, expected, 1);
  return { output, expected };
}

/** Throws `Unscored` for lists of different lengths, with too few members, or with a member that is not a number. */
export function numberPairs(input: MetricInput, least: number): { output: number[]; expected: number[] } {
  const [output, expected] = [input.numbers("output"), input.numbers("expected")];
  assertPaired(output, expected, least);
  return { output, expected };
}

function assertPaired(output: readonly unknown[], expected: readonly unknown[], least: number): void {
  if (output.length !== expected.length)
    throw new Unscored(`output has ${output.length} members and expected has ${expected.length}.`);
  if (output.length < least) throw new Unscored(`${output.length} pairs are given; at least ${least} are needed.`);
}

/** Maps −1..1 to 0..1. */
export const halved = (value: number): number => (value + 1) / 2;
