// Axes: what a figure spans, and where its marks stand.
import { numberText } from "./numbers";

export interface Domain {
  min: number;
  max: number;
}

/** Share of the axis' length at which a value stands, 0 to 1; values outside stand at its ends. */
export const placeOf = ({ min, max }: Domain, value: number): number =>
  max === min ? 0 : Math.min(1, Math.max(0, (value - min) / (max - min)));

const STEPS = [1, 2, 5, 10];

/** The least round number (1, 2 or 5 times a power of ten) that is not below a value; 1 for 0. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (STEPS.find((step) => step * power >= value * (1 - 1e-9)) ?? 10) * power;
}

/** Axis for coefficients: up to 1, down to 0 or as far below as the values go, in steps of a fifth. */
export function coefficientDomain(values: readonly number[]): Domain {
  const least = Math.min(0, ...values);
  return { min: least < 0 ? Math.max(-1, Math.floor(least * 5) / 5) : 0, max: 1 };
}

export function ticksOf({ min, max }: Domain, step: number): number[] {
  const count = Math.round((max - min) / step);
  return Array.from({ length: count + 1 }, (_, index) => Math.round((min + index * step) * 1e6) / 1e6);
}

export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** Counted numbers in bins of one round width, at most `most` of them, without gaps between the first and the last. */
export function binsOf(counted: readonly (readonly [value: number, count: number])[], most = 12): Bin[] {
  if (counted.length === 0) return [];
  const values = counted.map(([value]) => value);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  if (least === greatest) return [{ from: least, to: least, count: counted[0]?.[1] ?? 0 }];
  const width = roundUp((greatest - least) / (most - 1));
  const first = Math.floor(least / width + 1e-9);
  const bins = Array.from({ length: Math.floor(greatest / width + 1e-9) - first + 1 }, (_, index) => ({
    from: tidy((first + index) * width),
    to: tidy((first + index + 1) * width),
    count: 0,
  }));
  for (const [value, count] of counted) {
    const bin = bins[Math.floor(value / width + 1e-9) - first];
    if (bin) bin.count += count;
  }
  return bins;
}

/**
 * Bins that follow one another in words, "0.8 to below 0.9" and last "0.9 to 1", which holds its end too; and the edges between
 * them, for an axis. A bin of one value is that value, and has no edges.
 */
export function binTexts(bins: readonly Omit<Bin, "count">[]): { ranges: string[]; edges: string[] } {
  const widths = bins.map(({ from, to }) => to - from).filter((width) => width > 0);
  // One digit more than the width needs: bins may begin anywhere.
  const digits = Math.min(20, Math.max(0, ...widths.map((width) => 1 - Math.floor(Math.log10(width)))));
  const text = (value: number) => value.toLocaleString("en", { maximumFractionDigits: digits }).replace("-", "−");
  const ranges = bins.map(({ from, to }, index) =>
    from === to ? numberText(from) : `${text(from)} to ${index === bins.length - 1 ? "" : "below "}${text(to)}`,
  );
  const edges =
    widths.length < bins.length ? [] : [...bins.map(({ from }) => from), ...bins.slice(-1).map(({ to }) => to)];
  return { ranges, edges: edges.map(text) };
}

const tidy = (value: number): number => Number(value.toPrecision(12));
