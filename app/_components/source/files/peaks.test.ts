import { expect, test } from "vitest";
import { peaksOf } from "./peaks";

test("each part has its loudest sample, relative to the loudest of all", () => {
  expect(peaksOf(Float32Array.of(0, 0.25, -0.5, 0.1, 0, 0), 3)).toEqual([0.5, 1, 0]);
});

test("silence has peaks of zero, and fewer samples than parts cause no error", () => {
  expect(peaksOf(new Float32Array(10), 2)).toEqual([0, 0]);
  expect(peaksOf(Float32Array.of(1), 4)).toHaveLength(4);
  expect(peaksOf(new Float32Array(0), 2)).toEqual([0, 0]);
});
