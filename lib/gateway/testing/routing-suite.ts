// How requests are led to providers, through the whole gateway, in Node and in the edge runtime alike.
import { describe, expect, test } from "vitest";
import type { RoutingSettings } from "../routing/settings";
import type { GatewayKey, OrganizationSettings, ProviderSettings } from "../settings";
import {
  ask,
  chat,
  chunk,
  organization as emptyOrganization,
  memoryParts,
  NOW,
  settings,
  streamOf,
  type TestParts,
  webGateway,
} from "./memory-parts";

type Answer = (init: RequestInit) => Response | Promise<Response>;

interface Scene {
  /** By provider, what each of its calls answers in turn; the last again and again. */
  answers: Record<string, Answer[]>;
  routing?: Partial<RoutingSettings>;
  providers?: Record<string, Partial<Extract<ProviderSettings, { kind: "openai" }>>>;
  key?: Partial<GatewayKey>;
  organization?: OrganizationSettings;
  modelMap?: Record<string, string>;
}

const completion: Answer = () =>
  Response.json({ id: "c", object: "chat.completion", choices: [{ index: 0, message: { content: "ok" } }] });
const failedChoice =
  (reason: string, more: object = {}): Answer =>
  () =>
    Response.json({ choices: [{ index: 0, message: { content: "o" }, finish_reason: reason, ...more }] });
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json({ error: { message: `failed with ${code}` } }, { status: code, headers });
const unreachable: Answer = () => Promise.reject(new TypeError("refused"));
const never: Answer = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
/** An answer that comes when the test says so. */
function busy() {
  let begin: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const answer: Answer = async (init) => {
    begin();
    await finished;
    return completion(init);
  };
  return { answer, begun, finish: () => finish() };
}
const stream =
  (...chunks: string[]): Answer =>
  () =>
    streamOf(chunks);

const provider = (name: string, more: object = {}): ProviderSettings => ({
  kind: "openai",
  name,
  baseUrl: `https://${name}.test/v1`,
  apiKey: null,
  models: ["m"],
  timeoutMs: null,
  ...more,
});

function open({ answers, routing, providers = {}, key, organization, modelMap = {} }: Scene) {
  const requests: string[] = [];
  const left = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]));
  const parts: TestParts = memoryParts({
    settings: {
      ...settings,
      providers: Object.keys(answers).map((name) => provider(name, providers[name])),
      modelMap,
      routing: { strategy: "ordered", ...routing },
    },
    ...(key ? { key } : {}),
    ...(organization ? { organization } : {}),
    fetch: async (url, init) => {
      const name = new URL(String(url)).hostname.replace(".test", "");
      requests.push(name);
      const list = left.get(name) ?? [];
      const answer = list.length > 1 ? list.shift() : list[0];
      if (!answer || !init) throw new Error(`Nobody expected a call of ${name}.`);
      return answer(init);
    },
  });
  const gateway = webGateway(parts);
  const send = (model = "m", more: object = {}, headers: Record<string, string> = {}) =>
    gateway.createChatCompletion(ask({ body: chat(model, more), headers }));
  return { parts, requests, send };
}

const codeOf = async (response: Response): Promise<string | undefined> => (await response.json()).error?.code;

export function describeRouting(runtime: string): void {
  describe(`failover in ${runtime}`, () => {
    test.each<[string, Answer]>([
      ["402", status(402)],
      ["408", status(408)],
      ["429", status(429)],
      ["500", status(500)],
      ["502", status(502)],
      ["503", status(503)],
      ["504", status(504)],
      ["520", status(520)],
      ["522", status(522)],
      ["524", status(524)],
      ["529", status(529)],
      ["a redirect", status(307, { location: "https://elsewhere.test/v1/chat/completions" })],
      ["no connection", unreachable],
      ["an error inside a 200", () => Response.json({ error: { message: "overloaded" } })],
      ["no choices", () => Response.json({ id: "c", object: "chat.completion", choices: [] })],
      ["a choice that failed", failedChoice("error", { error: { code: 502, message: "Down" } })],
      ["a choice without resources", failedChoice("insufficient_system_resource")],
      ["no choices but tokens", () => Response.json({ id: "c", choices: [], usage: { prompt_tokens: 3 } })],
    ])("after %s another provider answers, and the headers say so", async (_title, answer) => {
      const { requests, send } = open({ answers: { a: [answer], b: [completion] } });
      const response = await send();
      expect(response.status).toBe(200);
      expect(requests).toEqual(["a", "b"]);
      expect(response.headers.get("x-gateway-fallback-used")).toBe("true");
      expect(response.headers.get("x-agentcc-provider")).toBe("b");
      expect(response.headers.get("x-gateway-routing-strategy")).toBe("ordered");
    });

    test.each([
      [400, "invalid_request_error"],
      [401, "provider_error"],
      [404, "provider_404"],
      [422, "invalid_request_error"],
      [501, "not_supported"],
    ])("after %i nobody else is asked", async (code, expected) => {
      const { requests, send } = open({ answers: { a: [status(code)], b: [completion] } });
      expect(await codeOf(await send())).toBe(expected);
      expect(requests).toEqual(["a"]);
    });

    test("the last provider's failure is the answer, each asked once and no more than are allowed", async () => {
      const answers = { a: [unreachable], b: [status(500)], c: [status(429, { "retry-after": "7" })], d: [completion] };
      const { requests, send } = open({ answers });
      const response = await send();
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"]);
      expect(requests).toEqual(["a", "b", "c"]);
    });

    test("one provider that answers is no fallback", async () => {
      const response = await open({ answers: { a: [completion] } }).send();
      expect(response.headers.get("x-gateway-fallback-used")).toBeNull();
      expect(response.headers.get("x-gateway-routing-strategy")).toBeNull();
    });

    test.each<[string, Answer]>([
      ["is empty", stream()],
      ["has only comments", stream(": wait\n\n")],
      ["begins with an error", stream('data: {"error":{"message":"overloaded"}}\n\n')],
      ["begins with a choice's error", stream(chunk("", "error"))],
      ["is refused", status(429)],
    ])("a stream that %s is another provider's", async (_title, answer) => {
      const { send } = open({ answers: { a: [answer], b: [stream(chunk("b", "stop"), "data: [DONE]\n\n")] } });
      const response = await send("m", { stream: true });
      expect(response.headers.get("x-gateway-provider")).toBe("b");
      expect(await response.text()).toBe(`${chunk("b", "stop")}data: [DONE]\n\n`);
    });

    const typed = (type: string, text: string): Answer => {
      return () => new Response(new TextEncoder().encode(text), type ? { headers: { "content-type": type } } : {});
    };
    test.each(["text/event-stream; charset=utf-8", "text/plain", "application/octet-stream", ""])(
      "a stream of the type '%s' is read",
      async (type) => {
        const { send } = open({ answers: { a: [typed(type, `${chunk("a", "stop")}data: [DONE]\n\n`)] } });
        const response = await send("m", { stream: true });
        expect([response.status, await response.text()]).toEqual([200, `${chunk("a", "stop")}data: [DONE]\n\n`]);
      },
    );

    test.each(["application/json", "text/html; charset=utf-8", "application/problem+json"])(
      "an answer of the type %s is no stream",
      async (type) => {
        const response = await open({ answers: { a: [typed(type, "{}")] } }).send("m", { stream: true });
        const name = type.split(";")[0];
        expect([response.status, (await response.json()).error.message]).toEqual([
          502,
          `The provider answered with ${name} where a stream (text/event-stream) was asked for.`,
        ]);
      },
    );

    test("a stream that has begun is nobody else's", async () => {
      const { requests, send } = open({ answers: { a: [stream(chunk("a"))], b: [completion] } });
      expect(await (await send("m", { stream: true })).text()).toContain("upstream_error");
      expect(requests).toEqual(["a"]);
    });

    test("a provider that is too slow is given up for another", async () => {
      const { send } = open({ answers: { a: [never], b: [completion] }, providers: { a: { timeoutMs: 5 } } });
      expect((await send()).headers.get("x-gateway-provider")).toBe("b");
    });

    test("the client leaves, and nobody else is asked", async () => {
      const client = new AbortController();
      const leaving: Answer = (init) => {
        queueMicrotask(() => client.abort());
        return never(init);
      };
      const { parts, requests } = open({ answers: { a: [leaving], b: [completion] } });
      const request = ask({ body: chat("m"), signal: client.signal });
      expect((await webGateway(parts).createChatCompletion(request)).status).toBe(499);
      expect(requests).toEqual(["a"]);
    });
  });

  describe(`routes in ${runtime}`, () => {
    test("take turns", async () => {
      const { requests, send } = open({
        answers: { a: [completion], b: [completion] },
        routing: { strategy: "round-robin" },
      });
      for (const _ of [1, 2, 3]) await send();
      expect(requests).toEqual(["a", "b", "a"]);
    });

    test("of configured targets bear the provider's own names", async () => {
      const targets = {
        best: [
          { provider: "a", model: "m-large", weight: 1 },
          { provider: "nobody", model: null, weight: 1 },
          { provider: "b", model: null, weight: 1 },
        ],
      };
      const bodies: unknown[] = [];
      const note: Answer = ({ body }) => {
        bodies.push(JSON.parse(String(body)).model);
        return status(500)({});
      };
      const { send } = open({ answers: { a: [note], b: [note] }, routing: { targets } });
      await send("best");
      expect(bodies).toEqual(["m-large", "best"]);
    });

    test("of another model are taken when all of the first have failed", async () => {
      const routing = { modelFallbacks: { m: ["none", "b/spare", "c/spare"] } };
      const { requests, send } = open({
        answers: { a: [status(500)], b: [status(503)], c: [completion] },
        providers: { b: { models: [] }, c: { models: [] } },
        routing,
      });
      const response = await send();
      expect(response.headers.get("x-gateway-model-used")).toBe("spare");
      expect(requests).toEqual(["a", "b", "c"]);
    });

    test("of an organization use its own providers, before the gateway's", async () => {
      const organization: OrganizationSettings = {
        providers: [provider("own")],
        modelMap: { mine: "own/x" },
        rateLimiting: { enabled: false, rpm: null },
      };
      const { requests, send } = open({ answers: { a: [completion], own: [completion] }, organization });
      await send();
      await send("mine");
      expect(requests).toEqual(["own", "own"]);
    });

    test("lead any other name to the provider of *", async () => {
      const { requests, send } = open({ answers: { a: [completion] }, modelMap: { "*": "a" } });
      const response = await send("unheard/of");
      expect([requests, response.headers.get("x-gateway-model-used")]).toEqual([["a"], "unheard/of"]);
    });

    test.each([
      ["a provider that the key may not ask", { allowedProviders: ["b"] }, "a/m", {}, 403, "permission_denied"],
      ["a lock on it", { allowedProviders: ["b"] }, "m", { "x-gateway-provider-lock": "a" }, 403, "permission_denied"],
      ["a lock on nobody", {}, "m", { "x-agentcc-provider-lock": "z" }, 404, "provider_not_found"],
    ])("do not lead to %s", async (_title, key, model, headers, code, expected) => {
      const { requests, send } = open({ answers: { a: [completion], b: [completion] }, key });
      const response = await send(model, {}, headers);
      expect([response.status, await codeOf(response), requests]).toEqual([code, expected, []]);
    });

    test("keep to the providers that the key may ask, and to the one that is locked", async () => {
      const allowed = open({ answers: { a: [completion], b: [completion] }, key: { allowedProviders: ["B"] } });
      await allowed.send();
      const locked = open({ answers: { a: [completion], b: [status(500)] } });
      await locked.send("m", {}, { "x-gateway-provider-lock": "b" });
      expect([allowed.requests, locked.requests]).toEqual([["b"], ["b"]]);
    });
  });

  test.each([
    [{ "x-gateway-provider-lock": "" }, ["a"]],
    [{ "x-gateway-provider-lock": "", "x-agentcc-provider-lock": "b" }, ["b"]],
  ])(`an empty header is as none in ${runtime}: %j`, async (headers, expected) => {
    const { requests, send } = open({ answers: { a: [completion], b: [completion] } });
    expect([(await send("m", {}, headers)).status, requests]).toEqual([200, expected]);
  });

  test.each<[string, string[], string | null, number]>([
    ["the address itself", ["203.0.113.7"], "203.0.113.7", 200],
    ["a network", ["10.0.0.0/8", "203.0.113.0/24"], "203.0.113.7", 200],
    ["another network", ["203.0.114.0/24"], "203.0.113.7", 403],
    ["an IPv6 network", ["2001:db8::/32"], "2001:db8:1::9", 200],
    ["another IPv6 address", ["2001:db8::1"], "2001:db8::2", 403],
    ["an IPv4 address in IPv6's form", ["203.0.113.0/24"], "::ffff:203.0.113.7", 200],
    ["a network in IPv6's form", ["::ffff:203.0.113.0/120"], "203.0.113.7", 200],
    ["an address of the other kind", ["::/0"], "203.0.113.7", 403],
    ["what is no network", ["203.0.113.0/-1", "203.0.113.0/x"], "203.0.113.7", 403],
    ["an unknown address", ["0.0.0.0/0"], null, 403],
    ["no list", [], null, 200],
  ])(`a key's addresses in ${runtime}: %s`, async (_title, allowedIps, address, expected) => {
    const { requests, send } = open({ answers: { a: [completion] }, key: { allowedIps } });
    const response = await send("m", {}, address === null ? {} : { "x-test-address": address });
    expect([response.status, requests.length]).toEqual([expected, expected === 200 ? 1 : 0]);
  });

  describe(`patience in ${runtime}`, () => {
    test("is the client's where it says so, in all targets together, and told", async () => {
      const { send } = open({ answers: { a: [completion] }, providers: { a: { timeoutMs: 7000 } } });
      const timeoutOf = async (timeout: string) =>
        (await send("m", {}, { "x-gateway-timeout": timeout })).headers.get("x-gateway-timeout-ms");
      expect(await Promise.all(["1m30s", "0s", "-1s", "soon"].map(timeoutOf))).toEqual([
        "90000",
        "7000",
        "7000",
        "7000",
      ]);
    });

    test.each<[Record<string, string>, string]>([
      [{ "x-agentcc-request-timeout": "2500" }, "2500"],
      [{ "x-agentcc-request-timeout": "90s" }, "90000"],
      [{ "x-agentcc-request-timeout": "2500", "x-gateway-timeout": "5s" }, "5000"],
      [{ "x-agentcc-request-timeout": "0" }, "7000"],
      [{ "x-agentcc-request-timeout": "-5" }, "7000"],
    ])("is read from %o, as published clients send it", async (headers, expected) => {
      const { send } = open({ answers: { a: [completion] }, providers: { a: { timeoutMs: 7000 } } });
      expect((await send("m", {}, headers)).headers.get("x-gateway-timeout-ms")).toBe(expected);
    });

    /** Shows `count` times, each 20 ms, that it is at work. */
    const queueing =
      (sign: string, answer: string, contentType: string, count = 6): Answer =>
      ({ signal }) => {
        const body = new ReadableStream<Uint8Array>({
          async start(controller) {
            const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
            for (let sent = 0; sent < count && !signal?.aborted; sent += 1) {
              send(sign);
              await new Promise((resolve) => setTimeout(resolve, 20));
            }
            if (signal?.aborted) return controller.error(signal.reason);
            send(answer);
            controller.close();
          },
        });
        return new Response(body, { headers: { "content-type": contentType } });
      };
    const completed = JSON.stringify({ choices: [{ index: 0, message: { content: "ok" } }] });
    const signs: [string, Answer, object][] = [
      [
        "comments",
        queueing(": keep-alive\n\n", `${chunk("ok", "stop")}data: [DONE]\n\n`, "text/event-stream"),
        { stream: true },
      ],
      ["empty lines", queueing("\n", completed, "application/json"), {}],
    ];

    test.each(signs)("lasts as long as a provider sends %s", async (_title, answer, more) => {
      const { send } = open({ answers: { a: [answer] }, providers: { a: { timeoutMs: 60 } } });
      const response = await send("m", more);
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("ok")]);
    });

    test.each(signs)("of the client's is not renewed by %s", async (_title, answer, more) => {
      const { send } = open({ answers: { a: [answer] }, providers: { a: { timeoutMs: 60 } } });
      expect((await send("m", more, { "x-gateway-timeout": "60ms" })).status).toBe(504);
      const attempt = open({
        answers: { a: [answer] },
        routing: { failover: { attempts: 1, statuses: [], attemptTimeoutMs: 60 } },
      });
      expect((await attempt.send("m", more)).status).toBe(504);
    });

    test("does not last longer because an answer comes piece by piece", async () => {
      const answer = queueing('{"a":', completed, "application/json");
      const { send } = open({ answers: { a: [answer] }, providers: { a: { timeoutMs: 60 } } });
      expect((await send()).status).toBe(504);
    });

    test("does not last longer because empty lines are within an answer", async () => {
      const answer: Answer = async (init) => {
        const { body } = await queueing("\n", "}", "application/json")(init);
        const begun = new TransformStream<Uint8Array, Uint8Array>({
          start: (controller) => controller.enqueue(new TextEncoder().encode(completed.slice(0, -1))),
        });
        return new Response(body?.pipeThrough(begun) ?? null, { headers: { "content-type": "application/json" } });
      };
      const { send } = open({ answers: { a: [answer] }, providers: { a: { timeoutMs: 60 } } });
      expect((await send()).status).toBe(504);
    });

    test("tries the last target again as configured, no sooner than it asks for", async () => {
      const retry = { attempts: 2, firstMs: 0, mostMs: 0 };
      const { requests, send } = open({
        answers: { a: [status(500)], b: [status(500), status(503), completion] },
        routing: { retry },
      });
      expect((await send()).status).toBe(200);
      expect(requests).toEqual(["a", "b", "b", "b"]);
      const impatient = open({ answers: { a: [status(503, { "retry-after": "5" })] }, routing: { retry } });
      const response = await impatient.send("m", {}, { "x-gateway-timeout": "2s" });
      expect([response.headers.get("retry-after"), impatient.requests]).toEqual(["5", ["a"]]);
    });

    test("tries no target again whose failure a retry cannot cure", async () => {
      const { requests, send } = open({
        answers: { a: [status(402)] },
        routing: { retry: { attempts: 2, firstMs: 0, mostMs: 0 } },
      });
      const response = await send();
      expect([response.status, response.headers.get("x-should-retry"), requests]).toEqual([502, "false", ["a"]]);
    });

    test("is as long for a retry as for the first try", async () => {
      let now = NOW;
      const slow: Answer = () => {
        now += 599_990;
        return new Response("{}", { status: 500 });
      };
      const late: Answer = async (init) => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        init.signal?.throwIfAborted();
        return completion(init);
      };
      const { parts, send } = open({
        answers: { a: [slow, late] },
        providers: { a: { timeoutMs: 600_000 } },
        routing: { retry: { attempts: 1, firstMs: 0, mostMs: 0 } },
      });
      Object.assign(parts, { now: () => now });
      expect((await send()).status).toBe(200);
    });

    test("tries a target again after a refusal that the configuration lists", async () => {
      const { requests, send } = open({
        answers: { a: [status(404), completion] },
        routing: {
          failover: { attempts: 1, statuses: [404], attemptTimeoutMs: null },
          retry: { attempts: 1, firstMs: 0, mostMs: 0 },
        },
      });
      expect([(await send()).status, requests]).toEqual([200, ["a", "a"]]);
    });

    test("ends where a provider has no room: another is asked, else 503 with the time to come back", async () => {
      const providers = { a: { maxConcurrent: 1 } };
      const one = busy();
      const alone = open({ answers: { a: [one.answer] }, providers });
      const first = alone.send();
      await one.begun;
      const second = await alone.send("m", {}, { "x-gateway-timeout": "5ms" });
      expect([second.status, second.headers.get("retry-after")]).toEqual([503, "1"]);
      one.finish();
      expect((await first).status).toBe(200);
      const other = busy();
      const two = open({ answers: { a: [other.answer], b: [completion] }, providers });
      const waiting = two.send();
      await other.begun;
      expect((await two.send()).headers.get("x-gateway-provider")).toBe("b");
      other.finish();
      await waiting;
    });
  });

  describe(`circuit breakers in ${runtime}`, () => {
    const breaker = { failures: 2, openMs: 30_000, successes: 2 };

    test("leave a failing provider alone, and answer 503 when all do", async () => {
      const { requests, send } = open({ answers: { a: [status(500)], b: [unreachable] }, routing: { breaker } });
      for (const _ of [1, 2]) await send();
      const response = await send();
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
      expect(requests).toEqual(["a", "b", "a", "b"]);
    });

    test.each<[string, Answer, object]>([
      ["failures", status(500), { breaker: { failures: 1, openMs: 86_400_000, successes: 9 } }],
      ["timeouts", never, { modelTimeouts: { m: 2 } }],
    ])("of the gateway's providers are opened by no organization's own settings: %s", async (_, answer, own) => {
      const organization = { ...emptyOrganization, routing: own };
      const { requests, send } = open({
        answers: { a: [answer] },
        organization,
        routing: { breaker: { ...breaker, failures: 4 } },
      });
      for (const _ of [1, 2, 3]) await send();
      expect(requests).toHaveLength(3);
      const again = await send();
      expect(again.headers.get("retry-after")).not.toBe("86400");
    });

    test.each<[string, Answer, Record<string, string>]>([
      ["a client's fault", status(400), {}],
      ["a limit", status(429), {}],
      // A request for fewer tokens may be paid.
      ["a lack of money", status(402), {}],
      ["a client without patience", never, { "x-gateway-timeout": "2ms" }],
    ])("do not count %s", async (_title, answer, headers) => {
      const { requests, send } = open({ answers: { a: [answer] }, routing: { breaker } });
      for (const _ of [1, 2, 3]) await send("m", {}, headers);
      expect(requests).toHaveLength(3);
    });
  });
}
