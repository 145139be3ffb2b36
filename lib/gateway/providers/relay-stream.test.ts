// What becomes of a provider's stream between its events and the client's.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { unwatched } from "../record/watch-call";
import { chunk } from "../testing/memory-parts";
import { startDeadline } from "./deadline";
import { KEEP_ALIVE_MS, relayStream } from "./relay-stream";

const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 5 } })}\n\n`;
const filtered = `data: ${JSON.stringify({ choices: [], prompt_filter_results: [{}] })}\n\n`;
const role = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] })}\n\n`;
const done = "data: [DONE]\n\n";

interface Upstream {
  body: AsyncIterable<Uint8Array>;
  /** How many chunks were asked of it. */
  taken(): number;
  push(chunk: string | Error | null): void;
}

/** A provider that gives a chunk whenever the test does; null ends it. */
function upstream(...ready: string[]): Upstream {
  const chunks: (string | Error | null)[] = [...ready];
  let wake: () => void = () => undefined;
  const arrival = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  let taken = 0;
  async function* body() {
    for (;;) {
      taken += 1;
      while (chunks.length === 0) await arrival();
      const chunk = chunks.shift();
      if (chunk instanceof Error) throw chunk;
      if (chunk === null || chunk === undefined) return;
      yield new TextEncoder().encode(chunk);
    }
  }
  const push = (chunk: string | Error | null) => {
    chunks.push(chunk);
    wake();
  };
  return { body: body(), taken: () => taken, push };
}

const relay = (body: Upstream["body"], { showsUsage = false, timeoutMs = 60_000, watch = unwatched } = {}) =>
  relayStream(body, startDeadline(timeoutMs, new AbortController().signal), {
    secrets: [],
    watch,
    isNative: false,
    showsUsage,
  });

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

function whole(...chunks: string[]): Upstream["body"] {
  const { body, push } = upstream(...chunks);
  push(null);
  return body;
}

describe("a relayed stream", () => {
  test.each([
    ["its usage where the client asks", true, chunk("a") + chunk("", "stop") + usage + done],
    ["all but its usage elsewhere", false, chunk("a") + chunk("", "stop") + done],
  ])("sends %s", async (_title, showsUsage, expected) => {
    const seen: unknown[] = [];
    const watch = { ...unwatched, followed: (followed: unknown) => void seen.push(followed) };
    const body = whole(chunk("a"), chunk("", "stop"), usage, done);
    expect(await textOf(await relay(body, { showsUsage, watch }))).toBe(expected);
    expect(seen).toHaveLength(3);
  });

  test("sends earlier chunks together with the first one that has content", async () => {
    const answer = await relay(whole(filtered, ": wait\n\n", role, chunk("a"), chunk("", "stop"), done));
    const [first] = [await answer[Symbol.asyncIterator]().next()];
    expect(first?.value).toBe(filtered + role + chunk("a"));
  });

  test.each([
    ["nothing", []],
    ["comments", [": wait\n\n", ": wait\n\n"]],
    ["what was found of the prompt", [filtered]],
    ["a role and the end", [role, done]],
    ["only usage", [usage, done]],
  ])("is no answer if it contains %s", async (_title, chunks) => {
    await expect(relay(whole(...chunks))).rejects.toMatchObject({ code: "upstream_error" });
  });

  test.each([
    ["a reason that is a failure", { choices: [{ index: 0, delta: {}, finish_reason: "error" }] }],
    ["a choice's error", { choices: [{ index: 0, error: { message: "Down" } }] }],
    ["an error", { error: { message: "Down" } }],
  ])("reports the tokens that come with %s, once it has content", async (_title, failing) => {
    const seen: unknown[] = [];
    const watch = { ...unwatched, followed: (followed: unknown) => void seen.push(followed) };
    const failed = `data: ${JSON.stringify({ ...failing, usage: { completion_tokens: 5 } })}\n\n`;
    expect(await textOf(await relay(whole(chunk("a"), failed), { watch }))).toContain('"code":"provider_error"');
    expect(seen.slice(1)).toEqual([{ usage: { completion_tokens: 5 } }]);
    await expect(relay(whole(role, failed), { watch })).rejects.toMatchObject({ code: "provider_error" });
    expect(seen).toHaveLength(2);
  });

  test("is read from the provider only as fast as the client reads it", async () => {
    const provider = upstream(...Array.from({ length: 9 }, () => chunk("a")));
    const answer = (await relay(provider.body))[Symbol.asyncIterator]();
    await answer.next();
    expect(provider.taken()).toBe(1);
    await answer.next();
    expect(provider.taken()).toBe(2);
    await answer.return?.();
  });
});

describe("while the provider is silent", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("comments keep the connection open, and nothing that follows is lost", async () => {
    const provider = upstream(chunk("a"));
    const answer = (await relay(provider.body))[Symbol.asyncIterator]();
    await answer.next();
    for (const _ of [1, 2]) {
      const next = answer.next();
      await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
      expect(await next).toEqual({ done: false, value: ": keep-alive\n\n" });
    }
    const next = answer.next();
    provider.push(chunk("b", "stop"));
    expect((await next).value).toBe(chunk("b", "stop"));
    provider.push(done);
    provider.push(null);
    expect((await answer.next()).value).toBe(done);
    await answer.next();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("comments do not extend the deadline", async () => {
    const provider = upstream(chunk("a"));
    const answer = (await relay(provider.body, { timeoutMs: KEEP_ALIVE_MS * 1.5 }))[Symbol.asyncIterator]();
    await answer.next();
    const comment = answer.next();
    await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
    await comment;
    const next = answer.next();
    await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS / 2);
    provider.push(new Error("aborted"));
    expect((await next).value).toContain('"code":"timeout"');
  });
});
