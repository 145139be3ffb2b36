import { expect, test } from "vitest";
import { FIT, panned, type Sizes, shareOfOwn, type Zoom, zoomByKey, zoomed } from "./zoom";

const size = { width: 400, height: 300 };
const frame: Sizes = { frame: size, fitted: size, ownWidth: 800 };
/** A screenshot of 1,170 × 8,000 pixels. */
const tall: Sizes = { frame: { width: 540, height: 540 }, fitted: { width: 79, height: 540 }, ownWidth: 1170 };
const largest = (sizes: Sizes): Zoom => {
  let zoom: Zoom = FIT;
  for (let times = 0; times < 30; times++) zoom = zoomed(zoom, 1, sizes);
  return zoom;
};
const twice: Zoom = { scale: 2, x: 0, y: 0 };

test("an image zooms from the size of its frame up to twelve times", () => {
  expect(zoomed(FIT, -1, frame)).toEqual(FIT);
  let zoom = largest(frame);
  expect(zoom.scale).toBe(12);
  for (let times = 0; times < 30; times++) zoom = zoomed(zoom, -1, frame);
  expect(zoom).toEqual(FIT);
});

test("panning keeps the image in the frame", () => {
  expect(panned(twice, 50, -20, frame)).toEqual({ scale: 2, x: 50, y: -20 });
  expect(panned(twice, 999, -999, frame)).toEqual({ scale: 2, x: 200, y: -150 });
  expect(panned(FIT, 50, 50, frame)).toEqual(FIT);
});

test("a long image zooms up to twice its own size", () => {
  expect(shareOfOwn(FIT, tall)).toBeCloseTo(79 / 1170);
  expect(shareOfOwn(largest(tall), tall)).toBeCloseTo(2);
});

test("an image without a known size zooms up to twelve times", () => {
  const unknown = { ...frame, ownWidth: 0 };
  expect(largest(unknown).scale).toBe(12);
  expect(shareOfOwn(FIT, unknown)).toBeNull();
});

test("an image that is narrower than the frame stays centered, and moves along its length", () => {
  expect(panned({ scale: 2, x: 0, y: 0 }, 90, 90, tall)).toEqual({ scale: 2, x: 0, y: 90 });
});

test("zooming keeps the center", () => {
  const { x, y, scale } = zoomed({ scale: 2, x: 100, y: -50 }, 1, frame);
  expect([x / scale, y / scale]).toEqual([50, -25].map((each) => expect.closeTo(each, 9)));
});

test.each([
  ["+", FIT, 1.4],
  ["-", twice, 2 / 1.4],
  ["0", twice, 1],
])("%s", (key, zoom, scale) => expect(zoomByKey(zoom, key, frame)?.scale).toBeCloseTo(scale));

test("arrow keys pan an enlarged image, and other keys do nothing", () => {
  expect(zoomByKey(twice, "ArrowRight", frame)).toEqual({ scale: 2, x: -60, y: 0 });
  expect(zoomByKey(FIT, "ArrowRight", frame)).toBeNull();
  expect(zoomByKey(twice, "s", frame)).toBeNull();
});
