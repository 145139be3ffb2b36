// Providers of other protocols through the whole gateway: what they are sent, and what comes back in OpenAI's form.
import { describe, expect, test } from "vitest";
import type { ProviderSettings } from "../settings";
import { ask, memoryParts, settings, streamOf, webGateway } from "./memory-parts";
import { request, type Wire, wires, withoutPicture } from "./wire-cases";

export interface SeenRequest {
  path: string;
  headers: Headers;
  body: unknown;
}

/** Where a provider is, how it is reached, and what it was sent. */
export interface FakeProvider {
  baseUrl: string;
  fetch: typeof fetch;
  seen: SeenRequest[];
}

/** Puts a provider somewhere that answers so. */
export type Settle = (answer: () => Response) => Promise<FakeProvider>;

/** Without a network. */
export const nowhere: Settle = async (answer) => {
  const seen: SeenRequest[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname, search } = new URL(String(url));
    seen.push({ path: pathname + search, headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
    return answer();
  };
  return { baseUrl: "https://provider.test", fetch, seen };
};

export async function askProvider(fake: FakeProvider, provider: ProviderSettings, body: object, signal?: AbortSignal) {
  const parts = memoryParts({ settings: { ...settings, providers: [provider] }, fetch: fake.fetch });
  return webGateway(parts).createChatCompletion(ask({ body, ...(signal ? { signal } : {}) }));
}

/** What a provider is sent for a body, and what the gateway answers. */
export async function exchange(name: string, body: object, answer = () => Response.json(wireOf(name).reply)) {
  const wire = wireOf(name);
  const fake = await nowhere(answer);
  const messages = [{ role: "user", content: "Hi" }];
  const request = { model: `${name}/${wire.model}`, messages, ...body };
  const response = await askProvider(fake, wire.provider(fake.baseUrl), request);
  return { sent: fake.seen[0], calls: fake.seen.length, response };
}

export function wireOf(name: string): Wire {
  const wire = wires.find((other) => other.name === name);
  if (!wire) throw new Error(`There is no ${name}.`);
  return wire;
}

/** The chunks of a stream, and how it ends. */
export async function chunksOf(response: Response) {
  const events = (await response.text()).trim().split("\n\n");
  const data = events.map((event) => event.replace(/^data: /, ""));
  const isDone = data.at(-1) === "[DONE]";
  const chunks = data.filter((text) => text.startsWith("{")).map((text) => JSON.parse(text));
  const deltas = chunks.flatMap((chunk) => chunk.choices ?? []);
  const text = deltas.map((choice) => choice.delta.content ?? "").join("");
  return { chunks, deltas, text, isDone, error: chunks.at(-1)?.error, usage: chunks.at(-1)?.usage };
}

const bodyFor = ({ name, model }: Wire, more: object = {}) => ({
  ...(name === "cohere" ? withoutPicture : request),
  model: `${name}/${model}`,
  ...more,
});
const calls = [{ type: "function", function: { name: "look", arguments: '{"at":"you"}' } }];

export function describeWire(runtime: string, wire: Wire, settle: Settle): void {
  const { sent } = wire;
  const whole = () => Response.json(wire.reply);

  describe(`${wire.name} in ${runtime}`, () => {
    test("is asked in its own words, and answers in OpenAI's", async () => {
      const fake = await settle(whole);
      const response = await askProvider(fake, wire.provider(fake.baseUrl), bodyFor(wire));
      const completion = await response.json();
      expect(fake.seen).toHaveLength(1);
      expect(fake.seen[0]?.path).toBe(sent.path);
      expect(Object.fromEntries(fake.seen[0]?.headers ?? [])).toMatchObject(sent.headers);
      expect(fake.seen[0]?.body).toMatchObject(sent.body);
      expect(completion).toMatchObject({ object: "chat.completion", created: expect.any(Number), usage: wire.usage });
      expect(completion.choices).toMatchObject([
        {
          index: 0,
          finish_reason: "tool_calls",
          message: { role: "assistant", content: "Hello there", tool_calls: calls },
        },
      ]);
    });

    test("streams in OpenAI's chunks, its tokens where they are asked for", async () => {
      const fake = await settle(() => streamed(wire.stream));
      const body = bodyFor(wire, { stream: true, stream_options: { include_usage: true } });
      const { text, deltas, isDone, usage } = await chunksOf(
        await askProvider(fake, wire.provider(fake.baseUrl), body),
      );
      expect(fake.seen[0]?.path).toBe(sent.streamPath);
      expect([text, isDone]).toEqual(["Hello there", true]);
      expect(deltas[0].delta.role).toBe("assistant");
      const called = deltas.flatMap((choice) => choice.delta.tool_calls ?? []);
      expect(called[0]).toMatchObject({ index: 0, type: "function", function: { name: "look" } });
      expect(called.map((call) => call.function.arguments).join("")).toBe('{"at":"you"}');
      expect(deltas.at(-1).finish_reason).toBe("tool_calls");
      expect(usage).toMatchObject(wire.usage);
    });

    test("that breaks off in the middle ends in an error, never as if it were whole", async () => {
      const fake = await settle(() => streamed(wire.stream.slice(0, wire.name === "gemini" ? 2 : 5)));
      const response = await askProvider(fake, wire.provider(fake.baseUrl), bodyFor(wire, { stream: true }));
      const { isDone, error } = await chunksOf(response);
      expect([isDone, error?.code]).toEqual([false, "upstream_error"]);
    });

    test.each([
      [400, 400, "invalid_request_error"],
      [401, 502, "provider_error"],
      [404, 502, "provider_404"],
      [429, 429, "rate_limit_exceeded"],
      [500, 502, "provider_error"],
    ])("that refuses with %i is answered with %i %s, in its own words", async (status, expected, code) => {
      for (const stream of [false, true]) {
        const fake = await settle(() => Response.json(wire.refusal, { status, headers: { "retry-after": "7" } }));
        const response = await askProvider(fake, wire.provider(fake.baseUrl), bodyFor(wire, { stream }));
        const { error } = await response.json();
        expect([response.status, error.code]).toEqual([expected, code]);
        if (status !== 401) expect(error.message).toContain("prompt is too long");
        if (status === 429) expect(response.headers.get("retry-after")).toBe("7");
        expect(fake.seen).toHaveLength(1);
      }
    });
  });
}

const streamed = (chunks: (string | Uint8Array)[]): Response => streamOf([...chunks]);
