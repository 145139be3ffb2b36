import { afterEach, expect, test, vi } from "vitest";
import { byteStream } from "./byte-stream";

afterEach(() => vi.useRealTimers());

/** Counts up to `chunks` and notes whether its work was ended. */
function counter(chunks: number) {
  const state = { made: 0, ended: false };
  async function* make() {
    try {
      for (; state.made < chunks; state.made++) yield `${state.made},`;
    } finally {
      state.ended = true;
    }
  }
  return { state, stream: byteStream(make()) };
}

test("all chunks, texts and bytes, arrive in order", async () => {
  async function* chunks() {
    yield "ü";
    yield new Uint8Array([33]);
  }
  expect(await new Response(byteStream(chunks())).text()).toBe("ü!");
});

test("chunks are produced only as the client reads them", async () => {
  const { state, stream } = counter(100);
  const reader = stream.getReader();
  for (let taken = 0; taken < 3; taken++) await reader.read();
  expect(state.made).toBeLessThan(6);
  await reader.cancel();
  expect(state.ended).toBe(true);
});

test("the stream ends if the client reads nothing for two minutes", async () => {
  vi.useFakeTimers();
  const { state, stream } = counter(100);
  const reader = stream.getReader();
  await reader.read();
  await vi.advanceTimersByTimeAsync(119_000);
  expect(state.ended).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(state.ended).toBe(true);
  await expect(reader.read().then(() => reader.read())).rejects.toThrow("The client stopped reading.");
});

test("a source that fails while the stream is abandoned causes no unhandled rejection", async () => {
  vi.useFakeTimers();
  async function* failing() {
    try {
      for (;;) yield "chunk";
    } finally {
      await Promise.reject(new Error("could not be ended"));
    }
  }
  const reader = byteStream(failing()).getReader();
  await reader.read();
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  await vi.advanceTimersByTimeAsync(121_000);
  vi.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("a slow client keeps its stream", async () => {
  vi.useFakeTimers();
  const { stream } = counter(5);
  const reader = stream.getReader();
  let taken = 0;
  for (; !(await reader.read()).done; taken++) await vi.advanceTimersByTimeAsync(100_000);
  expect(taken).toBe(5);
});

test("a stream does not time out after its last chunk", async () => {
  vi.useFakeTimers();
  const { stream } = counter(1);
  const reader = stream.getReader();
  await reader.read();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(await reader.read()).toEqual({ done: true, value: undefined });
  expect(vi.getTimerCount()).toBe(0);
});
