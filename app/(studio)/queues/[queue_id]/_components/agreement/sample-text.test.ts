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

it("uses the singular for one item, and mentions no lines if none is drawn", () =>
  expect(sampleText([stars], 1)).toBe(
    "Based on 1 item with at least two answers; 1 recent change is not included yet. Too few for a 95 % interval.",
  ));

it("leaves free text out of the sample, and counts an item once for each label", () =>
  expect(sampleText([{ ...stars, items: 1200 }, { ...stars, items: 3, measures: drawn }, texts], 0)).toBe(
    "Based on 1,203 pairs of item and label with at least two answers, without free text. Lines show 95 % intervals.",
  ));
