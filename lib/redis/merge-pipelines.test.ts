import type { Requester } from "@upstash/redis";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mergePipelines } from "./merge-pipelines";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A Redis that answers when the test says so, each command with its own name. */
function world() {
  const sent: unknown[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const merged = mergePipelines({
    request: ({ path, body }) =>
      new Promise((resolve, reject) => {
        sent.push(path ? body : "single");
        const answers = Array.isArray(body) ? body.map(([name]) => ({ result: name })) : [];
        // Safe because the client takes a list for a pipeline's answer.
        ends.push((failure) => (failure ? reject(failure) : resolve(answers as never)));
      }),
  });
  const send = (...names: string[]) => merged.request({ path: ["pipeline"], body: names.map((name) => [name]) });
  return { merged, sent, send, end: (index: number, failure?: Error) => ends[index]?.(failure) };
}
const results = (...names: string[]) => names.map((result) => ({ result }));

test("the first pipeline is sent at once; later ones are merged until it returns", async () => {
  const { sent, send, end } = world();
  const first = send("a");
  const others = [send("b", "c"), send(), send("d")];
  expect(sent).toEqual([[["a"]]]);
  end(0);
  expect(await first).toEqual(results("a"));
  await Promise.resolve();
  expect(sent).toEqual([[["a"]], [["b"], ["c"], ["d"]]]);
  end(1);
  expect(await Promise.all(others)).toEqual([results("b", "c"), [], results("d")]);
});

test("a failed pipeline lets the next ones go; a failed merged one fails all its parts", async () => {
  const { sent, send, end } = world();
  const first = send("a");
  const others = [send("b"), send("c")];
  end(0, new Error("no"));
  await expect(first).rejects.toThrow("no");
  await Promise.resolve();
  expect(sent).toHaveLength(2);
  end(1, new Error("nor these"));
  const outcomes = await Promise.allSettled(others);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a pipeline that hangs delays others only briefly", async () => {
  const { sent, send } = world();
  void send("a");
  void send("b");
  await vi.advanceTimersByTimeAsync(2);
  expect(sent).toEqual([[["a"]], [["b"]]]);
});

test("a request that is not a pipeline is sent by itself", () => {
  const { merged, sent, send } = world();
  void send("a");
  void (merged satisfies Requester).request({ body: ["PING"] });
  expect(sent).toEqual([[["a"]], "single"]);
});
