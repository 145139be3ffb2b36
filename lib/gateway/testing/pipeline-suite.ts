// What the gateway promises, run in Node and in the edge runtime alike.

import { describe, expect, test, vi } from "vitest";
import { holdLarge } from "@/lib/bounds/large";
import { MAX_FORWARDED_CHARACTERS } from "@/lib/bounds/limits";
import { callSpan } from "../record/call-span";
import { defaultRouting, type RoutingSettings } from "../routing/settings";
import { sha256 } from "../sha256";
import {
  ask,
  chat,
  chunk,
  deafLimiter,
  memoryLimiter,
  memoryParts,
  NOW,
  settings,
  streamOf,
  upstream,
  type WebGateway,
  type World,
  webGateway,
} from "./memory-parts";
import { cases, without } from "./pipeline-cases";

const gatewayOf = (world: World = {}): WebGateway => webGateway(memoryParts(world));
const respond =
  (reply: () => Response): typeof fetch =>
  async () =>
    reply();
const failureOf = async (response: Response) => ({ status: response.status, ...(await response.json()).error });

export function describePipeline(runtime: string): void {
  describe(`the gateway's pipeline in ${runtime}`, () => {
    test.each(cases)(
      "$name → $status $code",
      async ({ world, request, call = "createChatCompletion", ...expected }) => {
        const response = await gatewayOf(world)[call](request ?? ask());
        expect(response.status).toBe(expected.status);
        const id = response.headers.get("x-request-id");
        expect(id).toMatch(/^req_[0-9a-f]{32}$/);
        expect(response.headers.get("x-gateway-request-id")).toBe(id);
        expect(response.headers.get("x-agentcc-request-id")).toBe(id);
        expect(Number(response.headers.get("x-ratelimit-limit-requests"))).toBeGreaterThan(0);
        expect(Number(response.headers.get("x-ratelimit-remaining-requests"))).toBeGreaterThanOrEqual(0);
        expect(response.headers.get("x-ratelimit-reset-requests")).toBe(String(NOW / 1000 + 30));
        expect(response.headers.get("access-control-expose-headers")).toContain("x-ratelimit-limit-requests");
        if (!expected.code) return;
        const { error, ...others } = await response.json();
        expect(others).toEqual({});
        expect(Object.keys(error).sort()).toEqual(["code", "message", "param", "type"]);
        expect(error).toMatchObject({ code: expected.code, param: expected.param ?? null });
        if (expected.type) expect(error.type).toBe(expected.type);
        expect(error.message).not.toMatch(/secret|acme\.test/);
      },
    );

    test("a well-formed request id is echoed, another is replaced", async () => {
      const ids = ["abc-1.2:3_4", "with space", "x".repeat(129)].map(async (id) => {
        const response = await gatewayOf().listModels(ask({ method: "GET", headers: { "x-request-id": id } }));
        return response.headers.get("x-request-id") === id;
      });
      expect(await Promise.all(ids)).toEqual([true, false, false]);
    });

    test("x-api-key is a credential too", async () => {
      const request = without("authorization");
      request.headers.set("x-api-key", "sk-test-key");
      expect((await gatewayOf().createChatCompletion(request)).status).toBe(200);
    });

    test("the body reaches the provider whole, with the provider's model and key", async () => {
      const fetch = vi.fn(respond(() => Response.json({ id: "1", choices: [{}], vendor: { extra: [1] } })));
      const body = chat("acme/org/large", { vendor_field: { deep: [1, null] }, temperature: 0.5 });
      const response = await gatewayOf({ fetch }).createChatCompletion(ask({ body }));
      expect(await response.json()).toEqual({ id: "1", choices: [{}], vendor: { extra: [1] } });
      const [url, init] = fetch.mock.calls[0] ?? [];
      expect(url).toBe("https://llm.acme.test/v1/chat/completions");
      expect(new Headers(init?.headers).get("authorization")).toBe("Bearer sk-upstream-secret");
      expect(JSON.parse(String(init?.body))).toEqual({ ...body, model: "org/large" });
      expect(response.headers.get("x-gateway-provider")).toBe("acme");
      expect(response.headers.get("x-agentcc-model-used")).toBe("org/large");
    });
  });

  describe(`what a provider sends without end, in ${runtime}`, () => {
    const MEGABYTE = 1024 * 1024;
    /** A body that goes on until nobody reads it; what was read of it. */
    function endless(status: number, contentType: string, first = "") {
      const read = { bytes: 0, cancelled: false };
      const chunk = new Uint8Array(MEGABYTE).fill(120);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => first && controller.enqueue(new TextEncoder().encode(first)),
        pull(controller) {
          read.bytes += chunk.length;
          if (read.bytes > 200 * MEGABYTE) controller.close();
          else controller.enqueue(chunk);
        },
        cancel: () => {
          read.cancelled = true;
        },
      });
      return { read, reply: () => new Response(body, { status, headers: { "content-type": contentType } }) };
    }

    test.each([
      ["an answer", 200, 40],
      ["a refusal", 400, 4],
      ["an error", 500, 4],
      ["a limit", 429, 4],
    ])("%s (HTTP %i) is given up after some megabytes", async (_name, status, most) => {
      const { read, reply } = endless(status, "application/json");
      const response = await gatewayOf({ fetch: respond(reply) }).createChatCompletion(ask({ body: chat("small") }));
      expect(await failureOf(response)).toMatchObject({ status: 502, code: "upstream_error" });
      expect(read).toMatchObject({ cancelled: true });
      expect(read.bytes).toBeLessThanOrEqual(most * MEGABYTE);
    });

    test.each([
      ["as the first", ""],
      ["after another", chunk("a")],
    ])("an event %s is too", async (_name, first) => {
      const { read, reply } = endless(200, "text/event-stream", `${first}data: `);
      const gateway = gatewayOf({ fetch: respond(reply) });
      const response = await gateway.createChatCompletion(ask({ body: chat("small", { stream: true }) }));
      expect(response.status).toBe(first ? 200 : 502);
      expect(await response.text()).toContain('"code":"upstream_error"');
      expect(read.bytes).toBeLessThanOrEqual(16 * MEGABYTE);
    });
  });

  describe(`rate limits in ${runtime}`, () => {
    const statuses = async (gateway: WebGateway, count: number) => {
      const seen = [];
      for (let index = 0; index < count; index++) {
        const { status, headers } = await gateway.createChatCompletion(ask());
        seen.push(
          [status, headers.get("x-ratelimit-limit-requests"), headers.get("x-ratelimit-remaining-requests")].join(),
        );
      }
      return seen;
    };
    const organization = { rateLimiting: { enabled: true, rpm: 2 } };

    test.each<[string, World, string[]]>([
      ["the key's", { key: { rateLimitRpm: 2 } }, ["200,2,1", "200,2,0", "429,2,0"]],
      ["the organization's", { organization, key: { rateLimitRpm: 9 } }, ["200,2,1", "200,2,0", "429,2,0"]],
      [
        "the global",
        { settings: { ...settings, rateLimiting: { enabled: true, globalRpm: 1 } } },
        ["200,1,0", "429,1,0"],
      ],
      [
        "none: switched off",
        { key: { rateLimitRpm: 1 }, settings: { ...settings, rateLimiting: { enabled: false, globalRpm: 1 } } },
        ["200,1000000000,1000000000", "200,1000000000,1000000000"],
      ],
    ])("%s limit binds", async (_name, world, expected) => {
      expect(await statuses(gatewayOf(world), expected.length)).toEqual(expected);
    });

    test("a refusal tells when to come back, and takes nothing of any level", async () => {
      const limiter = memoryLimiter();
      const gateway = gatewayOf({ limiter, key: { rateLimitRpm: 1 } });
      await statuses(gateway, 1);
      const response = await gateway.createChatCompletion(ask());
      expect(response.headers.get("retry-after")).toBe("30");
      expect(response.headers.get("retry-after-ms")).toBe("30000");
      expect((await failureOf(response)).message).toMatch(/key rate limit of 1 .* in 30 s/);
      expect(Object.fromEntries(limiter.used)).toEqual({ global: 1, "key:key-1": 1 });
    });

    test("what is refused before the provider's call takes nothing", async () => {
      const limiter = memoryLimiter();
      await gatewayOf({ limiter }).createChatCompletion(ask({ body: "{" }));
      await gatewayOf({ limiter }).createChatCompletion(ask({ body: chat("none") }));
      expect(limiter.used.size).toBe(0);
    });

    test("an organization's limit counts its keys together, and the global one all", async () => {
      const limiter = memoryLimiter();
      const rateLimiting = { enabled: true, globalRpm: 2 };
      const of = (organizationId: string, id: string) =>
        statuses(
          gatewayOf({
            limiter,
            key: { id, organizationId },
            organization: { rateLimiting: { enabled: true, rpm: 1 } },
            settings: { ...settings, rateLimiting },
          }),
          1,
        );
      expect(await of("org-1", "key-1")).toEqual(["200,1,0"]);
      expect(await of("org-1", "key-2")).toEqual(["429,1,0"]);
      expect(await of("org-2", "key-3")).toEqual(["200,1,0"]);
      expect(await of("org-3", "key-4")).toEqual(["429,2,0"]);
    });

    test("a call that fails at its provider counts", async () => {
      const limiter = memoryLimiter();
      const response = await gatewayOf({ limiter }).createChatCompletion(ask({ body: chat("sandbox/error-500") }));
      expect([response.status, limiter.used.get("global")]).toEqual([502, 1]);
    });

    test("with the counters out of reach requests pass, and are marked", async () => {
      const response = await gatewayOf({ limiter: deafLimiter }).createChatCompletion(ask());
      expect(response.status).toBe(200);
      expect(response.headers.get("x-gateway-ratelimit-uncounted")).toBe("true");
      expect(response.headers.get("x-ratelimit-limit-requests")).toBe("100");
    });
  });

  describe(`streams in ${runtime}`, () => {
    const open = (fetch: typeof globalThis.fetch, signal?: AbortSignal) =>
      gatewayOf({ fetch }).createChatCompletion(
        ask({ body: chat("small", { stream: true }), ...(signal ? { signal } : {}) }),
      );
    const whole = chunk("Hé") + chunk("llo 🌍") + chunk("", "stop");
    const bytes = new TextEncoder().encode(`${whole}data: [DONE]\n\n`);
    const split = (size: number) =>
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.slice(index * size, index * size + size),
      );

    test.each([1, 2, 3, 7, 64, 4096])("in chunks of %i bytes arrive as they were sent", async (size) => {
      const response = await open(respond(() => streamOf(split(size))));
      expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
      expect(await response.text()).toBe(`${whole}data: [DONE]\n\n`);
    });

    test("with other line ends and comments are understood", async () => {
      const response = await open(
        respond(() =>
          streamOf([
            ": wait\r\n\r\n",
            chunk("a").replaceAll("\n", "\r\n"),
            ": ping\n\n",
            chunk("", "stop"),
            "data: [DONE]",
          ]),
        ),
      );
      const text = await response.text();
      expect(text).toContain(": ping");
      expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    });

    test.each([
      ["is cut", () => streamOf([chunk("a"), 'data: {"id"']), "upstream_error"],
      ["ends early", () => streamOf([chunk("a")]), "upstream_error"],
      ["loses its connection", () => streamOf([chunk("a")], { fail: true }), "upstream_error"],
      [
        "reports an error",
        () => streamOf([chunk("a"), 'data: {"error":{"message":"overloaded at llm.acme.test"}}\n\n']),
        "provider_error",
      ],
      [
        "reports an error event",
        () => streamOf([chunk("a"), 'event: error\ndata: {"message":"no"}\n\n']),
        "provider_error",
      ],
    ])("that %s ends with an error and without [DONE]", async (_name, reply, code) => {
      const text = await (await open(respond(reply))).text();
      const events = text.trim().split("\n\n");
      expect(`${events[0]}\n\n`).toBe(chunk("a"));
      expect(JSON.parse(events.at(-1)?.slice(6) ?? "").error).toMatchObject({ code, param: null });
      expect(text).not.toMatch(/\[DONE\]|acme\.test/);
    });

    test("that finishes without [DONE] is given one", async () => {
      const response = await open(respond(() => streamOf([chunk("a"), chunk("", "stop")])));
      expect(await response.text()).toBe(`${chunk("a")}${chunk("", "stop")}data: [DONE]\n\n`);
    });

    test.each([
      ["is empty", () => streamOf([]), "upstream_error"],
      ["begins with [DONE]", () => streamOf(["data: [DONE]\n\n"]), "upstream_error"],
      ["begins with an error", () => streamOf(['data: {"error":{"message":"no"}}\n\n']), "provider_error"],
      [
        "says lists where deltas belong, and breaks off",
        () => streamOf(['data: {"choices":[{"index":0,"delta":["a"]},["b"]]}\n\n']),
        "upstream_error",
      ],
      ["is no stream", () => Response.json({ choices: [] }), "upstream_error"],
    ])("that %s is refused by status", async (_name, reply, code) => {
      expect(await failureOf(await open(respond(reply)))).toMatchObject({ status: 502, code });
    });

    test("give their first chunk before the second exists", async () => {
      const reader = (await open(respond(() => streamOf([chunk("first")], { hang: true })))).body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(chunk("first"));
      await reader?.cancel();
    });

    test("that the client leaves are given up at the provider", async () => {
      let seen: AbortSignal | null | undefined;
      const response = await open(async (_url, init) => {
        seen = init?.signal;
        return streamOf([chunk("a")], { hang: true });
      });
      const reader = response.body?.getReader();
      await reader?.read();
      expect(seen?.aborted).toBe(false);
      await reader?.cancel();
      expect(seen?.aborted).toBe(true);
    });
  });

  describe(`what is recorded in ${runtime}`, () => {
    const recorded = async (body: object) => {
      const parts = memoryParts();
      const response = await webGateway(parts).createChatCompletion(ask({ body }));
      await response.text();
      const [call, ...others] = parts.calls;
      if (!call || others.length > 0) throw new Error("Not one call was recorded.");
      const span = await callSpan(call, 1000, sha256);
      expect(response.headers.get("x-gateway-trace-id")).toBe(span.traceId);
      return span;
    };

    test.each([false, true])("is one span a call (streamed: %s)", async (stream) => {
      const span = await recorded(chat("sandbox/echo", { stream }));
      const output = "Sandbox echo: Hello there";
      expect(span).toMatchObject({ spanId: expect.stringMatching(/^[0-9a-f]{16}$/), status: "OK", output });
    });
  });

  describe(`waiting in ${runtime}`, () => {
    const never: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        if (init?.signal?.aborted) reject(init.signal.reason);
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      });

    test("is refused while too much is under way in large requests, and passes when they have ended", async () => {
      const release = holdLarge(MAX_FORWARDED_CHARACTERS - 100_000);
      const large = { ...chat("sandbox/echo"), padding: "x".repeat(60_000) };
      const gateway = webGateway(memoryParts());
      const status = async (body: object) => (await gateway.createChatCompletion(ask({ body }))).status;
      // What has ended gives its room back, whether it was answered, streamed or refused.
      expect(await status(large)).toBe(200);
      expect(await status({ ...large, model: "sandbox/error-500" })).toBe(502);
      const stream = await gateway.createChatCompletion(ask({ body: { ...large, stream: true } }));
      const refused = await gateway.createChatCompletion(ask({ body: large }));
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(await status(chat("sandbox/echo"))).toBe(200);
      await stream.text();
      expect(await status(large)).toBe(200);
      release?.();
    });

    test("ends with 504 after the time that the client gives", async () => {
      const request = ask({ body: chat("small"), headers: { "x-gateway-timeout": "5ms" } });
      const response = await gatewayOf({ fetch: never }).createChatCompletion(request);
      expect(await failureOf(response)).toMatchObject({ status: 504, code: "timeout", type: "timeout_error" });
    });

    test.each([undefined, "1h", "5ms"])(
      "ends with 504 when its host would end it, with a client's limit of %s",
      async (limit) => {
        const gateway = webGateway({
          ...memoryParts({ fetch: never }),
          answerWithinMs: limit === "5ms" ? 3_600_000 : 5,
        });
        const headers: Record<string, string> = limit ? { "x-gateway-timeout": limit } : {};
        const response = await gateway.createChatCompletion(ask({ body: chat("small"), headers }));
        expect(await failureOf(response)).toMatchObject({ status: 504, code: "timeout" });
      },
    );

    test("ends a silent stream with a timeout event", async () => {
      const fetch: typeof globalThis.fetch = async (_url, init) => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(chunk("a")));
            init?.signal?.addEventListener("abort", () => controller.error(new DOMException("aborted", "AbortError")));
          },
        });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      };
      const own = { ...settings, providers: [{ ...upstream, timeoutMs: 5 }] };
      const request = ask({ body: chat("small", { stream: true }) });
      const text = await (await gatewayOf({ fetch, settings: own }).createChatCompletion(request)).text();
      expect(text).toContain('"code":"timeout"');
    });

    test.each<[string, Record<string, string>, Partial<RoutingSettings>]>([
      ["the client's limit", { "x-gateway-timeout": "40ms" }, {}],
      ["the limit of an attempt", {}, { failover: { ...defaultRouting.failover, attemptTimeoutMs: 40 } }],
    ])("takes a stream that has begun through a silence beyond %s", async (_name, headers, more) => {
      const fetch: typeof globalThis.fetch = async (_url, init) => {
        const body = new ReadableStream<Uint8Array>({
          async start(controller) {
            init?.signal?.addEventListener("abort", () => controller.error(new DOMException("aborted", "AbortError")));
            controller.enqueue(new TextEncoder().encode(chunk("a")));
            await new Promise((resolve) => setTimeout(resolve, 120));
            if (!init?.signal?.aborted)
              controller.enqueue(new TextEncoder().encode(`${chunk("b", "stop")}data: [DONE]\n\n`));
          },
        });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      };
      const gateway = gatewayOf({ fetch, settings: { ...settings, routing: more } });
      const response = await gateway.createChatCompletion(ask({ body: chat("small", { stream: true }), headers }));
      expect(await response.text()).toBe(`${chunk("a")}${chunk("b", "stop")}data: [DONE]\n\n`);
    });

    test("ends when the client leaves", async () => {
      const client = new AbortController();
      const answer = gatewayOf({ fetch: never }).createChatCompletion(
        ask({ body: chat("small"), signal: client.signal }),
      );
      client.abort();
      expect((await answer).status).toBe(499);
    });
  });
}
