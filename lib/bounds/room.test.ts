import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MAX_HELD_BYTES, MAX_HELD_MS } from "./limits";
import { withRoom } from "./room";

const HALF = MAX_HELD_BYTES / 2;

/** Work that holds so many bytes until `end`. */
function hold(bytes: number) {
  let isIn = false;
  let end = () => {};
  const done = withRoom(async (take) => {
    await take(bytes);
    isIn = true;
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const leave = () => {
    end();
    return done;
  };
  return { isIn: () => isIn, leave };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("work that does not fit waits its turn, even if smaller work would fit", async () => {
  const [first, second, third, small] = [hold(HALF), hold(HALF), hold(HALF + 1), hold(1)];
  await settled();
  expect([first, second, third, small].map(({ isIn }) => isIn())).toEqual([true, true, false, false]);
  await first.leave();
  await settled();
  expect([third.isIn(), small.isIn()]).toEqual([false, false]);
  await second.leave();
  await settled();
  expect([third.isIn(), small.isIn()]).toEqual([true, true]);
  await Promise.all([third.leave(), small.leave()]);
});

test("work larger than the whole room runs by itself", async () => {
  const [all, next] = [hold(3 * MAX_HELD_BYTES), hold(1)];
  await settled();
  expect([all.isIn(), next.isIn()]).toEqual([true, false]);
  await all.leave();
  await settled();
  expect(next.isIn()).toBe(true);
  await next.leave();
});

test("failed work frees its room, and work that takes too long frees it once", async () => {
  const failing = withRoom(async (take) => {
    await take(MAX_HELD_BYTES);
    throw new Error("It failed.");
  });
  await expect(failing).rejects.toThrow("It failed.");
  const slow = hold(MAX_HELD_BYTES);
  await settled();
  vi.advanceTimersByTime(MAX_HELD_MS);
  const [one, other] = [hold(MAX_HELD_BYTES), hold(1)];
  await settled();
  expect([slow.isIn(), one.isIn()]).toEqual([true, true]);
  await slow.leave();
  await settled();
  expect(other.isIn()).toBe(false);
  await Promise.all([one.leave(), settled().then(other.leave)]);
});
