// The official client against the gateway on a real socket.

import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Exchange } from "@/lib/exchange/exchange";
import { serveHandler } from "@/lib/server/testing/serve";
import { dispatch } from "./dispatch";
import { uncounted } from "./limits/admit";
import { createGateway } from "./pipeline";
import { describeFailures } from "./testing/failures-suite";
import { KEY, memoryLimiter, memoryParts, type World } from "./testing/memory-parts";

const stops: (() => void)[] = [];
const requests: Exchange[] = [];
beforeEach(() => {
  requests.length = 0;
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function clientFor(world: World = {}, options: { apiKey?: string; maxRetries?: number } = {}): Promise<OpenAI> {
  const handle = dispatch(() => createGateway(memoryParts(world)));
  const { url, stop } = await serveHandler((request) => {
    requests.push(request);
    return handle(request);
  });
  stops.push(stop);
  return new OpenAI({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0, ...options });
}

const hello = { messages: [{ role: "user" as const, content: "Hello there" }] };

describe("the openai client", () => {
  test("completes", async () => {
    const client = await clientFor();
    const completion = await client.chat.completions.create({ model: "sandbox/echo", ...hello });
    expect(completion.choices[0]?.message.content).toBe("Sandbox echo: Hello there");
    expect(completion.choices[0]?.finish_reason).toBe("stop");
    expect(completion.usage).toEqual({ prompt_tokens: 2, completion_tokens: 5, total_tokens: 7 });
    expect(completion._request_id).toMatch(/^req_/);
  });

  test("streams, with usage when it asks for it", async () => {
    const client = await clientFor();
    const stream = await client.chat.completions.create({
      model: "sandbox/chat",
      stream: true,
      stream_options: { include_usage: true },
      ...hello,
    });
    let text = "";
    let chunks = 0;
    let usage: unknown;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      chunks += 1;
      usage = chunk.usage ?? usage;
    }
    expect(text).toMatch(/sandbox.*“Hello there”/);
    expect(chunks).toBeGreaterThan(10);
    expect(usage).toMatchObject({ prompt_tokens: 2, completion_tokens: chunks - 3 });
  });

  test("lists models and finds one with a slash", async () => {
    const client = await clientFor();
    const ids = (await client.models.list()).data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["small", "org/large", "sandbox/echo", "alias"]));
    expect(await client.models.retrieve("org/large")).toMatchObject({ id: "org/large", owned_by: "acme" });
  });

  test("waits as told after a 429, then succeeds", async () => {
    const open = memoryLimiter();
    let isFull = true;
    const client = await clientFor(
      {
        limiter: {
          peek: open.peek,
          release: open.release,
          async take(levels) {
            if (!isFull) return open.take(levels);
            isFull = false;
            return levels.map((level) => ({
              ...uncounted(level, Date.now()),
              admitted: false,
              remaining: 0,
              resetAt: 0,
            }));
          },
        },
      },
      { maxRetries: 1 },
    );
    const completion = await client.chat.completions.create({ model: "sandbox/echo", ...hello });
    expect(completion.choices).toHaveLength(1);
    expect(requests.map((request) => request.header("x-stainless-retry-count"))).toEqual(["0", "1"]);
  });

  test("leaves, and the provider is given up", async () => {
    const leaving = new AbortController();
    let givenUp: () => void = () => undefined;
    const provider = new Promise<void>((resolve) => {
      givenUp = resolve;
    });
    const client = await clientFor({
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => {
            givenUp();
            reject(init.signal?.reason);
          });
          leaving.abort();
        }),
    });
    const answer = client.chat.completions.create({ model: "small", ...hello }, { signal: leaving.signal });
    await expect(answer).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    await provider;
  });
});

describeFailures("the stand-alone server", async (handler) => {
  const { url, stop } = await serveHandler(handler);
  return { origin: url, fetch, stop };
});
