import { expect, it } from "vitest";
import { sampleText } from "./sample-text";

const measure = (interval: { low: number; high: number } | null) => ({
  name: "fleiss_kappa",
  value: 0.5,
  reason: null,
  items: 9,
  comparisons: 9,
  left_out: 0,
  note: null,
  interval: interval && { ...interval, resamples: 1000, undefined_resamples: 0 },
  interval_reason: interval ? null : "There are too few items.",
});
const drawn = [measure({ low: 0.1, high: 0.9 })];
const stars = { label_type: "star" as const, items: 1, measures: [measure(null)] };
const texts = { label_type: "text" as const, items: 4, measures: drawn };

it("speaks of one item as of one, and of no lines where none is drawn", () =>
  expect(sampleText([stars], 1)).toBe(
    "Of 1 item with two answers or more; 1 recent change is still being counted. No 95 % interval can be told from them yet.",
  ));

it("leaves free text out of the sample, and counts items under several labels for each of them", () =>
  expect(sampleText([{ ...stars, items: 1200 }, { ...stars, items: 3, measures: drawn }, texts], 0)).toBe(
    "Of 1,203 pairs of item and label with two answers or more, free text left out. Lines show 95 % intervals.",
  ));
