// Axes: the range of a figure and the positions of its ticks.
import { numberText } from "./numbers";

export interface Domain {
  min: number;
  max: number;
}

/** The position of a value on the axis, 0 to 1; values outside are clamped to the ends. */
export const placeOf = ({ min, max }: Domain, value: number): number =>
  max === min ? 0 : Math.min(1, Math.max(0, (value - min) / (max - min)));

const STEPS = [1, 2, 5, 10];

/** The smallest round number (1, 2 or 5 times a power of ten) at or above a value; 1 for 0. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (STEPS.find((step) => step * power >= value * (1 - 1e-9)) ?? 10) * power;
}

/** An axis for coefficients: from 0, or lower if values are negative, up to 1, in steps of 0.2. */
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

/** Counts of numbers in bins of one round width, at most `most` bins, without gaps between the first and the last. */
export function binsOf(counts: readonly (readonly [value: number, count: number])[], most = 12): Bin[] {
  if (counts.length === 0) return [];
  const values = counts.map(([value]) => value);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  if (least === greatest) return [{ from: least, to: least, count: counts[0]?.[1] ?? 0 }];
  const width = roundUp((greatest - least) / (most - 1));
  const first = Math.floor(least / width + 1e-9);
  const bins = Array.from({ length: Math.floor(greatest / width + 1e-9) - first + 1 }, (_, index) => ({
    from: tidy((first + index) * width),
    to: tidy((first + index + 1) * width),
    count: 0,
  }));
  for (const [value, count] of counts) {
    const bin = bins[Math.floor(value / width + 1e-9) - first];
    if (bin) bin.count += count;
  }
  return bins;
}

/**
 * Adjacent bins as text, "0.8 to below 0.9" and last "0.9 to 1", which includes its end; and the edges between
 * them, for an axis. A bin of one value shows that value and has no edges.
 */
export function binTexts(bins: readonly Omit<Bin, "count">[]): { ranges: string[]; edges: string[] } {
  const widths = bins.map(({ from, to }) => to - from).filter((width) => width > 0);
  // One digit more than the width needs, because bins may begin anywhere.
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
