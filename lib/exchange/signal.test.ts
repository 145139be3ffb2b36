import { describe, expect, test } from "vitest";
import { Abort, type Signal, webSignal } from "./signal";

const kinds: [name: string, make: () => { signal: Signal; abort(): void }][] = [
  [
    "the web's",
    () => {
      const controller = new AbortController();
      return { signal: controller.signal, abort: () => controller.abort() };
    },
  ],
  [
    "ours",
    () => {
      const signal = new Abort();
      return { signal, abort: () => signal.abort() };
    },
  ],
];

describe.each(kinds)("a signal of %s kind", (_name, make) => {
  test("calls each remaining listener once, in order", () => {
    const { signal, abort } = make();
    const calls: string[] = [];
    const late = () => calls.push("late");
    const never = () => calls.push("never");
    signal.addEventListener(
      "abort",
      () => {
        calls.push("first");
        signal.removeEventListener("abort", late);
      },
      { once: true },
    );
    signal.addEventListener("abort", never);
    signal.addEventListener("abort", { handleEvent: () => calls.push("object") });
    signal.addEventListener("abort", late);
    signal.removeEventListener("abort", never);
    expect([signal.aborted, signal.reason]).toEqual([false, undefined]);
    abort();
    abort();
    signal.addEventListener("abort", never);
    expect(calls).toEqual(["first", "object"]);
    expect(signal).toMatchObject({ aborted: true, reason: { name: "AbortError", code: 20 } });
  });

  test.each([true, false])("becomes a web signal, with an abort before the conversion: %s", (isBefore) => {
    const { signal, abort } = make();
    if (isBefore) abort();
    const web = webSignal(signal);
    expect(web.aborted).toBe(isBefore);
    abort();
    expect(web).toBeInstanceOf(AbortSignal);
    expect(web).toMatchObject({ aborted: true, reason: signal.reason });
  });
});
