import { expect, test } from "vitest";
import { pool } from "./pool";

/** Work that ends on demand, and knows how many are under way. */
function createWork() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  let most = 0;
  let now = 0;
  return {
    begun,
    most: () => most,
    endFirst: () => ends.shift()?.(),
    work: async (item: number) => {
      begun.push(item);
      now += 1;
      most = Math.max(most, now);
      await new Promise<void>((resolve) => ends.push(resolve));
      now -= 1;
    },
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("a limited number run at once, in order, and the next starts as one ends", async () => {
  const { begun, work, endFirst, most } = createWork();
  const done = pool([1, 2, 3, 4, 5], { atOnce: 2 }, work);
  await settle();
  expect(begun).toEqual([1, 2]);
  endFirst();
  await settle();
  expect(begun).toEqual([1, 2, 3]);
  for (let item = 0; item < 4; item++) {
    endFirst();
    await settle();
  }
  await done;
  expect([begun, most()]).toEqual([[1, 2, 3, 4, 5], 2]);
});

test("no item starts once time is up, and running ones are awaited", async () => {
  const { begun, work, endFirst } = createWork();
  let hasTime = true;
  let isOver = false;
  const done = pool([1, 2, 3], { atOnce: 2, mayBegin: () => hasTime }, work).then(() => {
    isOver = true;
  });
  await settle();
  hasTime = false;
  endFirst();
  await settle();
  expect([begun, isOver]).toEqual([[1, 2], false]);
  endFirst();
  await done;
  expect(begun).toEqual([1, 2]);
});

test("a failure lets running items end and then rejects", async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    if (item === 1) throw new Error("broken");
    await settle();
    ended.push(item);
  };
  await expect(pool([0, 1, 2, 3], { atOnce: 2 }, work)).rejects.toThrow("broken");
  expect(ended).toEqual([0]);
});

test("a source is asked only for as many items as there is room for", async () => {
  const requested: number[] = [];
  async function* source() {
    for (let item = 0; item < 5; item++) {
      requested.push(item);
      yield item;
    }
  }
  const { work, endFirst } = createWork();
  const done = pool(source(), { atOnce: 2 }, work);
  await settle();
  expect(requested).toEqual([0, 1]);
  for (let item = 0; item < 5; item++) {
    endFirst();
    await settle();
  }
  await done;
  expect(requested).toEqual([0, 1, 2, 3, 4]);
});
