// The page that the service worker shows while the server is away: public/service-worker.js.
import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

type OnFetch = (event: { request: object; respondWith: (answer: Promise<Response>) => void }) => void;

/** The script of the page that opens where the server cannot be reached. */
async function scriptOfPage(): Promise<string> {
  const onFetch: OnFetch[] = [];
  const self = {
    addEventListener: (name: string, listener: OnFetch) => void (name === "fetch" && onFetch.push(listener)),
  };
  const fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  runInNewContext(await readFile("public/service-worker.js", "utf8"), { self, fetch, Response, crypto });
  const page = await new Promise<Response>((respondWith) => {
    for (const listener of onFetch) listener({ request: { mode: "navigate", method: "GET" }, respondWith });
  });
  return /<script nonce="[^"]+">(.*)<\/script>/s.exec(await page.text())?.[1] ?? "";
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("polls until the server is back, and loads the requested page once, even if it is slow", async () => {
  const reload = vi.fn();
  const fetch = vi.fn(async () => ({ ok: false }));
  runInNewContext(await scriptOfPage(), {
    location: { reload },
    document: { querySelector: () => ({ addEventListener: vi.fn() }) },
    addEventListener: vi.fn(),
    setTimeout,
    AbortSignal,
    fetch,
  });
  fetch.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([fetch.mock.calls.length, reload.mock.calls.length]).toEqual([3, 0]);
  fetch.mockResolvedValue({ ok: true });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reload).toHaveBeenCalledTimes(1);
});
