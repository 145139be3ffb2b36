// Every failure that a gateway can tell its clients, through the official client: its class, status, headers, and whether it is
// tried again.
import OpenAI from "openai";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type FailureCode, failures } from "@/lib/contracts/gateway/failures";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import type { Handler } from "@/lib/exchange/exchange";
import { dispatch } from "../dispatch";
import { createGateway } from "../pipeline";
import type { GatewayKey } from "../settings";
import { memoryMoney, priced } from "./memory-money";
import { chunk, KEY, memoryParts, NOW, settings, storeIsDown, streamOf, type World } from "./memory-parts";

/** Where a gateway is served, and how it is reached. */
export type Mount = (handler: Handler) => Promise<{ origin: string; fetch: typeof fetch; stop(): void }>;

type Ask = (client: OpenAI) => Promise<unknown>;

interface FailureCase {
  name: string;
  status: number;
  type: string;
  code: FailureCode;
  world?: World;
  /** What has happened before. */
  before?: Ask;
  ask?: Ask;
  apiKey?: string;
  /** Whether the client tries again: never, when it thinks fit, or after so many seconds. */
  retry: "never" | "own" | number;
  /** Further headers; null for one that must not be there. */
  headers?: Record<string, string | RegExp | null>;
}

const hello = { messages: [{ role: "user" as const, content: "Hello there" }] };
const ofModel =
  (model: string, headers: Record<string, string> = {}): Ask =>
  (client) =>
    client.chat.completions.create({ model, ...hello }, { headers });
const ofBody =
  (body: unknown): Ask =>
  (client) =>
    client.post("/chat/completions", { body, headers: { "content-type": "application/json" } });
const ofStream =
  (model: string): Ask =>
  (client) =>
    client.chat.completions.create({ model, stream: true, ...hello });
const echo = ofModel("sandbox/echo");
const small = ofModel("small");

const answering = (status: number, headers: Record<string, string> = {}): World => ({
  fetch: async () => Response.json({ error: { message: "no" } }, { status, headers }),
});
const silent: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });
const blocking = (stage: "pre" | "post", word: string): World => {
  const rule = { name: "words", type: "keyword-blocklist", stage, action: "block", config: { words: [word] } };
  return { settings: { ...settings, guardrails: guardrails.parse({ rules: [rule] }) } };
};

/** A world in which tokens cost money. */
const costing = (key: Partial<GatewayKey>, more: World = {}): World => ({
  settings: { ...settings, pricing: priced(10) },
  money: memoryMoney(),
  key,
  ...more,
});

/** A call that is under way, and has reserved what there was, for as long as the test goes on. */
function underWay(key: Partial<GatewayKey>, credits = 0): { world: World; before: Ask } {
  let reach: () => void = () => undefined;
  const isReached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const hanging: typeof fetch = (...call) => {
    reach();
    return silent(...call);
  };
  return {
    world: costing(key, { fetch: hanging, money: memoryMoney({ credits }) }),
    before(client) {
      small(client).catch(() => undefined);
      return isReached;
    },
  };
}

const budget = { period: "daily", limit: 5, action: "block" } as const;
const blocked = { "x-gateway-guardrail-triggered": "true", "x-gateway-guardrail-name": "words" };
const invalid = { status: 400, type: "invalid_request_error", retry: "never" } as const;
const rate = { status: 429, type: "rate_limit_error", code: "rate_limit_exceeded" } as const;
const spent = { status: 429, type: "budget_error", code: "budget_exceeded" } as const;
const unpaid = { status: 402, type: "insufficient_credits", code: "payment_required" } as const;
const block = { status: 403, type: "guardrail_error", code: "content_blocked", retry: "never" } as const;
const upstream = { status: 502, type: "upstream_error" } as const;

const cases: FailureCase[] = [
  { name: "broken JSON", ...invalid, code: "invalid_json", ask: ofBody("{") },
  { name: "no model", ...invalid, code: "missing_model", ask: ofBody(hello) },
  { name: "no messages", ...invalid, code: "missing_messages", ask: ofBody({ model: "small" }) },
  { name: "a field of the wrong type", ...invalid, code: "invalid_request_error", ask: ofBody({ model: 1 }) },
  { name: "a provider's 400", ...invalid, code: "invalid_request_error", world: answering(400), ask: small },
  {
    name: "a provider's 422",
    ...invalid,
    status: 422,
    code: "invalid_request_error",
    world: answering(422),
    ask: small,
  },
  {
    name: "a body that is too large",
    ...invalid,
    status: 413,
    code: "request_too_large",
    ask: ofBody({ model: "m", messages: [], padding: "x".repeat(11 * 1024 * 1024) }),
  },
  {
    name: "an unknown key",
    status: 401,
    type: "authentication_error",
    code: "unauthorized",
    apiKey: "no",
    retry: "never",
    headers: { "x-gateway-credits-remaining": null },
  },
  {
    name: "a paused key",
    status: 403,
    type: "permission_error",
    code: "key_paused",
    world: { key: { isPaused: true } },
    retry: "never",
  },
  {
    name: "a model that the key may not use",
    status: 403,
    type: "permission_error",
    code: "permission_denied",
    world: { key: { allowedModels: ["x"] } },
    retry: "never",
  },
  {
    name: "an unknown model",
    status: 404,
    type: "not_found",
    code: "model_not_found",
    ask: ofModel("x/y"),
    retry: "never",
  },
  {
    name: "an unknown prompt",
    status: 404,
    type: "not_found",
    code: "prompt_not_found",
    ask: ofBody({ prompt: { name: "nobody" } }),
    retry: "never",
  },
  {
    name: "an unknown provider",
    status: 404,
    type: "not_found",
    code: "provider_not_found",
    ask: ofModel("small", { "x-gateway-provider-lock": "nobody" }),
    retry: "never",
  },
  {
    name: "an unknown path",
    status: 404,
    type: "not_found",
    code: "not_found",
    ask: (client) => client.get("/nothing"),
    retry: "never",
  },
  {
    name: "a wrong method",
    ...invalid,
    status: 405,
    code: "method_not_allowed",
    ask: (client) => client.get("/chat/completions"),
  },
  { name: "a blocked request", ...block, world: blocking("pre", "hello"), headers: blocked },
  { name: "a blocked answer", ...block, world: blocking("post", "sandbox"), headers: blocked },
  {
    name: "a stream that is blocked at its beginning",
    ...block,
    world: { ...blocking("post", "forbidden"), fetch: async () => streamOf([chunk("forbidden"), chunk("", "stop")]) },
    ask: ofStream("small"),
    headers: blocked,
  },
  {
    name: "too many requests",
    ...rate,
    world: { key: { rateLimitRpm: 1 } },
    before: echo,
    retry: 30,
    headers: { "x-ratelimit-limit-requests": "1", "x-ratelimit-remaining-requests": "0" },
  },
  {
    name: "too many tokens",
    ...rate,
    world: costing({ rateLimitTpm: 10 }),
    before: echo,
    retry: 30,
    headers: { "x-ratelimit-limit-tokens": "10", "x-ratelimit-remaining-tokens": /^\d$/ },
  },
  {
    name: "more tokens than a minute has",
    ...rate,
    world: costing({ rateLimitTpm: 2 }),
    retry: "never",
    headers: { "x-should-retry": "false", "x-ratelimit-remaining-tokens": "2" },
  },
  { name: "a provider's limit", ...rate, world: answering(429, { "retry-after": "7" }), ask: small, retry: 7 },
  {
    name: "a budget that is spent",
    ...spent,
    world: costing({ budget }),
    before: echo,
    retry: "never",
    headers: { "x-should-retry": "false", "x-gateway-budget-remaining": "0.00" },
  },
  {
    name: "a budget that is reserved",
    ...spent,
    ...underWay({ budget }),
    retry: 1,
    headers: { "x-should-retry": "true" },
  },
  {
    name: "credits that are reserved",
    ...unpaid,
    ...underWay({ isManaged: true }, 50_000),
    retry: 1,
    headers: { "x-should-retry": "true", "x-gateway-credits-remaining": "0.050000" },
  },
  {
    name: "credits that are spent",
    ...unpaid,
    world: costing({ isManaged: true }),
    retry: "never",
    headers: { "x-should-retry": "false", "x-gateway-credits-remaining": "0.000000" },
  },
  {
    name: "a defect inside",
    status: 500,
    type: "server_error",
    code: "internal_error",
    world: { find: () => Promise.reject(new Error("secret")) },
    retry: "own",
  },
  {
    name: "what a provider does not support",
    status: 501,
    type: "server_error",
    code: "not_supported",
    world: answering(501),
    ask: small,
    retry: "never",
    headers: { "x-should-retry": "false" },
  },
  { name: "a provider's 500", ...upstream, code: "provider_error", ask: ofModel("sandbox/error-500"), retry: "own" },
  {
    name: "a provider that refuses the gateway's key",
    ...upstream,
    code: "provider_error",
    world: answering(401),
    ask: small,
    retry: "never",
    headers: { "x-should-retry": "false" },
  },
  {
    name: "a provider's 404",
    ...upstream,
    code: "provider_404",
    ask: ofModel("sandbox/error-404"),
    retry: "never",
    headers: { "x-should-retry": "false" },
  },
  { name: "a provider out of reach", ...upstream, code: "upstream_error", ask: small, retry: "own" },
  {
    name: "a store out of reach",
    status: 503,
    type: "server_error",
    code: "service_unavailable",
    world: { find: storeIsDown },
    retry: 2,
  },
  {
    name: "a provider that is silent",
    status: 504,
    type: "timeout_error",
    code: "timeout",
    world: { fetch: silent },
    ask: ofModel("small", { "x-gateway-timeout": "5ms" }),
    retry: "own",
  },
];

/** What only the administration answers. */
const ofAdministration = ["missing_name", "invalid_amount", "not_managed", "key_not_found", "conflict"];

const classes: Record<number, abstract new (...args: never[]) => Error> = {
  400: OpenAI.BadRequestError,
  401: OpenAI.AuthenticationError,
  403: OpenAI.PermissionDeniedError,
  404: OpenAI.NotFoundError,
  422: OpenAI.UnprocessableEntityError,
  429: OpenAI.RateLimitError,
};
const classOf = (status: number) => (status >= 500 ? OpenAI.InternalServerError : (classes[status] ?? OpenAI.APIError));

/** How long the client gives a request. What it waits between two is less. */
const PATIENCE_MS = 600_000;

export function describeFailures(where: string, mount: Mount): void {
  describe(`the openai client at ${where}`, () => {
    const stops: (() => void)[] = [];
    afterEach(() => {
      vi.restoreAllMocks();
      for (const stop of stops.splice(0)) stop();
    });

    /** A gateway, and a client of it whose waits between two requests are noted and take no time. */
    async function open({ world, before, apiKey = KEY }: Pick<FailureCase, "world" | "before" | "apiKey">) {
      const handle = dispatch(() => gateway);
      const gateway = createGateway(memoryParts(world));
      const { origin, fetch, stop } = await mount(handle);
      stops.push(stop);
      const options = { apiKey, baseURL: `${origin}/v1`, timeout: PATIENCE_MS };
      await before?.(new OpenAI({ ...options, fetch, maxRetries: 0 }));
      const seen = { requests: 0, waits: [] as number[] };
      let isUnderWay = false;
      const later = globalThis.setTimeout;
      vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms = 0, ...more: unknown[]) => {
        // Timers of Node's fetch are given something.
        if (isUnderWay || ms === PATIENCE_MS || more.length > 0) return later(run, ms, ...more);
        seen.waits.push(ms);
        return later(run, 0);
      }) as typeof setTimeout);
      const countingFetch: typeof fetch = async (...call) => {
        seen.requests += 1;
        isUnderWay = true;
        return fetch(...call).finally(() => {
          isUnderWay = false;
        });
      };
      return { client: new OpenAI({ ...options, fetch: countingFetch, maxRetries: 2 }), seen };
    }

    const failureOf = async (answer: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> => {
      const error = await answer.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (error instanceof OpenAI.APIError) return error;
      throw new Error("The client has seen no failure.", { cause: error });
    };

    test("gets every failure of the table but the administration's", () => {
      const covered = new Set<string>([...cases.map(({ code }) => code), ...ofAdministration]);
      expect(Object.keys(failures).filter((code) => !covered.has(code))).toEqual([]);
    });

    test.each(cases)("told of $name throws $status $code, tried again: $retry", async (failure) => {
      const { status, type, code, retry, ask = echo, headers = {} } = failure;
      const { client, seen } = await open(failure);
      const error = await failureOf(ask(client));
      expect(error).toBeInstanceOf(classOf(status));
      expect(error).toMatchObject({ status, type, code, requestID: expect.stringMatching(/^req_/) });
      const shown = Object.fromEntries(error.headers?.entries() ?? []);
      expect(shown).toMatchObject({
        "x-gateway-request-id": error.requestID,
        "x-ratelimit-limit-requests": expect.stringMatching(/^\d+$/),
        "x-ratelimit-remaining-requests": expect.stringMatching(/^\d+$/),
        "x-ratelimit-reset-requests": String(NOW / 1000 + 30),
      });
      const seconds = typeof retry === "number" ? retry : null;
      const further: FailureCase["headers"] = {
        "retry-after": seconds === null ? null : String(seconds),
        "retry-after-ms": seconds === null ? null : String(seconds * 1000),
        "x-should-retry": null,
        "x-gateway-guardrail-triggered": null,
        ...headers,
      };
      for (const [name, value] of Object.entries(further)) {
        if (value instanceof RegExp) expect(shown[name]).toMatch(value);
        else expect([name, shown[name] ?? null]).toEqual([name, value]);
      }
      expect(seen.requests).toBe(retry === "never" ? 1 : 3);
      if (seconds !== null) expect(seen.waits).toEqual([seconds * 1000, seconds * 1000]);
      else expect(seen.waits).toHaveLength(retry === "never" ? 0 : 2);
    });

    test.each<[string, World, string, string, string]>([
      [
        "blocks it",
        {
          ...blocking("post", "forbidden"),
          fetch: async () =>
            streamOf([...Array(200).fill(chunk("All is well. ")), chunk("forbidden"), chunk("", "stop")]),
        },
        "small",
        "content_blocked",
        "guardrail_error",
      ],
      ["sees it cut", {}, "sandbox/cut", "upstream_error", "upstream_error"],
    ])("in the middle of a stream: a gateway that %s", async (_name, world, model, code, type) => {
      const { client, seen } = await open({ world });
      const stream = await client.chat.completions.create({ model, stream: true, ...hello });
      let text = "";
      const read = async () => {
        for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
      };
      expect(await failureOf(read())).toMatchObject({ code, type });
      expect(text).not.toBe("");
      expect(text).not.toContain("forbidden");
      expect(seen.requests).toBe(1);
    });
  });
}
