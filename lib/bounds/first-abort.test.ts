import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { firstAbort } from "./first-abort";

const { any } = AbortSignal;
beforeEach(() => {
  Reflect.deleteProperty(AbortSignal, "any");
});
afterEach(() => {
  AbortSignal.any = any;
});

test("the first signal aborts, for its reason, also in a browser of 2023", () => {
  const [left, right] = [new AbortController(), new AbortController()];
  const signal = firstAbort(left.signal, right.signal);
  expect(signal.aborted).toBe(false);
  right.abort("right");
  left.abort("left");
  expect(signal.reason).toBe("right");
});

test("a signal that has aborted before aborts at once", () =>
  expect(firstAbort(new AbortController().signal, AbortSignal.abort("gone")).reason).toBe("gone"));

test("the end of a time keeps its name", async () => {
  const signal = firstAbort(new AbortController().signal, AbortSignal.timeout(1));
  await vi.waitFor(() => expect(signal.reason).toMatchObject({ name: "TimeoutError" }));
});
