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
  const gateway = createGateway(memoryParts(world));
  const handle = dispatch(() => gateway);
  const { url, stop } = await serveHandler((request) => {
    requests.push(request);
    return handle(request);
  });
  stops.push(stop);
  return new OpenAI({ apiKey: KEY, baseURL: `${url}/v1`, maxRetries: 0, ...options });
}

const hello = { messages: [{ role: "user" as const, content: "Hello there" }] };

describe("the openai client", () => {
  test("retrieves and deletes a stored response, whole and streamed", async () => {
    const client = await clientFor();
    const whole = await client.responses.create({ model: "sandbox/echo", input: "Hello" });
    const stream = client.responses.stream({ model: "sandbox/echo", input: "Hello again" });
    const streamed = await stream.finalResponse();
    for (const created of [whole, streamed]) {
      const found = await client.responses.retrieve(created.id);
      expect(found).toMatchObject({ id: created.id, status: "completed", model: created.model, usage: created.usage });
      expect(found.output_text).toBe(created.output_text);
    }
    await client.responses.delete(whole.id);
    await expect(client.responses.retrieve(whole.id)).rejects.toMatchObject({ status: 404 });
    await expect(client.responses.delete(whole.id)).rejects.toMatchObject({ status: 404 });
    const next = { model: "sandbox/echo", input: "On", previous_response_id: whole.id };
    await expect(client.responses.create(next)).rejects.toMatchObject({ status: 400 });
    const kept = await client.responses.create({ ...next, previous_response_id: streamed.id });
    expect(kept.output_text).toBe("Sandbox echo: On");
  });

  test("gets an error for responses that are not stored", async () => {
    const client = await clientFor();
    const unstored = await client.responses.create({ model: "sandbox/echo", input: "Hello", store: false });
    for (const id of [unstored.id, "resp_another", `resp_${"0".repeat(32)}`])
      await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    await expect(client.responses.retrieve(unstored.id, { stream: true })).rejects.toMatchObject({ status: 400 });
  });

  test("works with a base address that ends in /v1 twice", async () => {
    const { baseURL } = await clientFor();
    const client = new OpenAI({ apiKey: KEY, baseURL: `${baseURL}/v1`, maxRetries: 0 });
    const completion = await client.chat.completions.create({ model: "sandbox/echo", ...hello });
    expect(completion.choices[0]?.message.content).toBe("Sandbox echo: Hello there");
    expect((await client.models.retrieve("sandbox/echo")).id).toBe("sandbox/echo");
    const response = await client.responses.create({ model: "sandbox/echo", input: "Hello" });
    expect((await client.responses.retrieve(response.id)).id).toBe(response.id);
  });

  test("completes a chat", async () => {
    const client = await clientFor();
    const completion = await client.chat.completions.create({ model: "sandbox/echo", ...hello });
    expect(completion.choices[0]?.message.content).toBe("Sandbox echo: Hello there");
    expect(completion.choices[0]?.finish_reason).toBe("stop");
    expect(completion.usage).toEqual({ prompt_tokens: 2, completion_tokens: 5, total_tokens: 7 });
    expect(completion._request_id).toMatch(/^req_/);
  });

  test("streams, with usage on request", async () => {
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

  test("lists models, and finds one with a slash in its name", async () => {
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

  test("ends the provider's call when it aborts", async () => {
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
