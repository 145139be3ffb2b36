import { expect, test } from "vitest";
import { FIT, panned, type Zoom, zoomByKey, zoomed } from "./zoom";

const frame = { width: 400, height: 300 };
const twice: Zoom = { scale: 2, x: 0, y: 0 };

test("an image zooms from the size of its frame up to twelve times", () => {
  expect(zoomed(FIT, -1, frame)).toEqual(FIT);
  let zoom: Zoom = FIT;
  for (let times = 0; times < 30; times++) zoom = zoomed(zoom, 1, frame);
  expect(zoom.scale).toBe(12);
  for (let times = 0; times < 30; times++) zoom = zoomed(zoom, -1, frame);
  expect(zoom).toEqual(FIT);
});

test("panning keeps the image in the frame", () => {
  expect(panned(twice, 50, -20, frame)).toEqual({ scale: 2, x: 50, y: -20 });
  expect(panned(twice, 999, -999, frame)).toEqual({ scale: 2, x: 200, y: -150 });
  expect(panned(FIT, 50, 50, frame)).toEqual(FIT);
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
