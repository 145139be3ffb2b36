import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallBuffer } from "./call-buffer";

const outage = new Error("the database is gone");
const LONG_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Call {
  name: string;
  characters: number;
}

type Store = (calls: readonly Call[]) => Promise<string[]>;

function bufferWith(store: Store, capacity?: { calls: number; characters: number }) {
  const warnings: string[] = [];
  const stored: string[] = [];
  const losses: string[] = [];
  const buffer = new CallBuffer<Call>({
    async store(calls) {
      const refusals = await store(calls);
      stored.push(...calls.map(({ name }) => name));
      return refusals;
    },
    warn: (sentence) => warnings.push(sentence),
    countLost: ({ name }) => losses.push(name),
    ...(capacity ? { capacity } : {}),
  });
  const take = (...names: string[]) => {
    for (const name of names) buffer.add({ name, characters: name.length });
  };
  return { buffer, warnings, losses, stored, take };
}

const letters = (count: number) => "x".repeat(count);

test("calls are written together, a moment after they arrive", async () => {
  const store = vi.fn<Store>(async () => []);
  const { stored, take } = bufferWith(store);
  take("one", "two");
  expect(store).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(stored).toEqual(["one", "two"]);
  expect(store).toHaveBeenCalledTimes(1);
});

test("waiting for calls ends when they are written, or when they cannot be", async () => {
  let isDown = false;
  const { buffer, stored, take } = bufferWith(async () => {
    if (isDown) throw outage;
    return [];
  });
  await buffer.written();
  take("one");
  const whenWritten = buffer.written().then(() => [...stored]);
  take("two");
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(await whenWritten).toEqual(["one", "two"]);
  isDown = true;
  take("three");
  const inVain = buffer.written();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  await inVain;
  expect(stored).toEqual(["one", "two"]);
});

test("during an outage, calls are kept, and later written in order", async () => {
  let isDown = true;
  const { stored, warnings, take } = bufferWith(async () => {
    if (isDown) throw outage;
    return [];
  });
  take("one");
  await vi.advanceTimersByTimeAsync(LONG_MS);
  take("two");
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(stored).toEqual([]);
  isDown = false;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect([stored, warnings]).toEqual([["one", "two"], []]);
});

test.each([
  ["too many", { calls: 2, characters: 1e9 }, ["one", "two", "three", "four"], ["three", "four"], 2],
  ["too large", { calls: 9, characters: 4000 }, ["one", "two", letters(4000)], [letters(4000)], 2],
])("when calls are %s, the oldest are dropped and counted", async (_, capacity, texts, kept, lost) => {
  let isDown = true;
  const { stored, warnings, losses, take } = bufferWith(async () => {
    if (isDown) throw outage;
    return [];
  }, capacity);
  take(...texts);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  isDown = false;
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(stored).toEqual(kept);
  expect(warnings).toEqual([expect.stringMatching(`not store them in time: ${lost}\\.`)]);
  expect(losses).toEqual(texts.slice(0, lost));
});

test("a hanging database does not block callers, and overflow meanwhile is counted", async () => {
  let answer = (_: string[]) => {};
  const { stored, take, warnings } = bufferWith(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    { calls: 1, characters: 1e9 },
  );
  take("one");
  await vi.advanceTimersByTimeAsync(LONG_MS);
  take("two", "three");
  answer([]);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  answer([]);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(stored).toEqual(["one", "three"]);
  expect(warnings).toEqual([expect.stringMatching("in time: 1\\.")]);
});

test("a refused call is reported", async () => {
  const { stored, warnings, take } = bufferWith(async () => ["A span was refused."]);
  take("one");
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect([stored, warnings]).toEqual([["one"], ["A call was not recorded. A span was refused."]]);
});

test("a stop waits for a write in progress", async () => {
  let answer = (_: string[]) => {};
  const { buffer, stored, take } = bufferWith(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  take("one");
  await vi.advanceTimersByTimeAsync(LONG_MS);
  const drained = vi.fn();
  void buffer.drain().then(drained);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(drained).not.toHaveBeenCalled();
  answer([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(drained).toHaveBeenCalled();
  expect(stored).toEqual(["one"]);
});

test("a stop writes the waiting calls, or counts them as lost", async () => {
  let isDown = false;
  const { buffer, stored, warnings, take } = bufferWith(async () => {
    if (isDown) throw outage;
    return [];
  });
  take("one");
  await buffer.drain();
  expect(stored).toEqual(["one"]);
  isDown = true;
  take("two", "three");
  await buffer.drain();
  expect(warnings).toEqual([expect.stringMatching("in time: 2\\.")]);
});
