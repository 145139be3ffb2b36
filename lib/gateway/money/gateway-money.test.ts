// Limits of tokens, budgets and credits as a gateway's clients see them.
import { describe, expect, test, vi } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import type { GatewaySettings } from "../settings";
import { priced } from "../testing/memory-money";
import { ask, chat, memoryParts, NOW, settings, upstream, type World, webGateway } from "../testing/memory-parts";
import { noBudgets, moneyGateway as open } from "../testing/money-gateway";
import { completion } from "../testing/recorded-calls";
import type { Budget, Budgets, Period } from "./budget";

const echo = chat("sandbox/echo");
const DOLLAR = 1_000_000;
/** Less than the 7 cents of an echo. */
const small: Budget = { period: "daily", limit: 50_000, action: "block" };
const statuses = async (...calls: (() => Promise<{ status: number }>)[]): Promise<number[]> => {
  const seen = [];
  for (const call of calls) seen.push((await call()).status);
  return seen;
};

describe("limits of tokens per minute", () => {
  test("refuse a key's calls once its tokens are used up, until the reset", async () => {
    const { call, clock } = open({ key: { rateLimitTpm: 10 } });
    expect(await statuses(call, call)).toEqual([200, 429]);
    clock.now = NOW + 30_000;
    expect((await call()).status).toBe(200);
  });

  test("count all keys of an organization together", async () => {
    const { call, add } = open({ organization: { rateLimiting: { enabled: true, rpm: null, tpm: 10 } } });
    expect(await statuses(call, add({ id: "key-2" }), add({ id: "key-3", organizationId: "org-2" }))).toEqual([
      200, 429, 200,
    ]);
  });
});

test.each<[string, World, Partial<Budgets>, number]>([
  ["tokens", { key: { rateLimitRpm: 10, rateLimitTpm: 10 } }, {}, 429],
  ["a budget", { key: { rateLimitRpm: 10 } }, { organization: small }, 429],
  ["credits", { key: { rateLimitRpm: 10, isManaged: true } }, {}, 402],
])("a call that is refused by %s leaves its request to the next", async (_name, world, budgets, status) => {
  const { call } = open(world, { budgets, credits: 50_000 });
  const { response } = await call();
  expect([response.status, response.headers.get("x-ratelimit-remaining-requests")]).toEqual([200, "9"]);
  for (const _each of [1, 2]) {
    const { response: refusal } = await call();
    expect([refusal.status, refusal.headers.get("x-ratelimit-remaining-requests")]).toEqual([status, "9"]);
  }
});

describe("a budget", () => {
  test("refuses with its organization, period and limit once it is spent", async () => {
    const { call } = open({}, { budgets: { organization: small } });
    await call();
    const { error } = await (await call()).response.json();
    expect(error.message).toBe(
      "The organization daily budget of $0.05 of organization org-1 is exceeded. It resets at 2026-03-02T00:00:00Z.",
    );
  });

  const levels: [level: string, budgets: (budget: Budget) => Partial<Budgets>][] = [
    ["organization", (organization) => ({ organization })],
    ["key", (key) => ({ key })],
    ["user", (user) => ({ user })],
    ["user", (ann) => ({ users: { ann } })],
    ["model", (budget) => ({ models: { "sandbox/echo": budget } })],
  ];
  test.each(levels)("of %s %o blocks or warns as configured", async (level, budgetsOf) => {
    const ann = { ...echo, user: "ann" };
    const blocks = open({}, { budgets: budgetsOf(small) });
    expect(
      await statuses(
        () => blocks.call(ann),
        () => blocks.call(ann),
      ),
    ).toEqual([200, 429]);
    const warns = open({}, { budgets: budgetsOf({ ...small, period: "weekly", action: "warn" }) });
    expect(await warns.call(ann)).toMatchObject({ status: 200, warning: null });
    expect(await warns.call(ann)).toMatchObject({ status: 200, warning: `${level}:weekly`, budget: "0.00" });
  });

  test.each<[Period, string, number]>([
    ["daily", "2026-03-02", 200],
    ["weekly", "2026-03-02", 200],
    ["monthly", "2026-03-31T23:59:59Z", 429],
    ["monthly", "2026-04-01", 200],
    ["total", "2027-04-01", 429],
  ])("for the period %s, once spent, answers at %s with %i", async (period, later, status) => {
    const { call, clock } = open({ key: { budget: { ...small, period } } });
    expect(await statuses(call, call)).toEqual([200, 429]);
    clock.now = Date.parse(later);
    expect((await call()).status).toBe(status);
  });

  test.each<[string, Budget | null, Partial<Budgets>]>([
    ["a limit of 0", { ...small, limit: 0 }, {}],
    ["no limit", null, {}],
    ["budgets switched off", small, { enabled: false }],
  ])("with %s refuses nothing", async (_name, budget, budgets) => {
    const { call } = open({ key: { budget } }, { budgets });
    expect(await statuses(call, call)).toEqual([200, 200]);
    expect((await call()).budget).toBeNull();
  });

  test("of one model does not block others", async () => {
    const { call } = open({}, { budgets: { models: { "sandbox/echo": small } } });
    expect(await statuses(call, call, () => call(chat("sandbox/chat")))).toEqual([200, 429, 200]);
  });

  test("of one user does not block others with the same key", async () => {
    const { call } = open({}, { budgets: { user: small } });
    const as = (user: string) => () => call({ ...echo, user });
    expect(await statuses(as("ann"), as("ann"), as("bob"))).toEqual([200, 429, 200]);
  });

  describe("of one model among several targets", () => {
    const routed = (models: Partial<Budgets["models"]>, more: Partial<GatewaySettings["routing"]> = {}): World => ({
      settings: {
        ...settings,
        pricing: priced(10),
        budgets: { ...noBudgets, models: models as Budgets["models"] },
        routing: {
          strategy: "ordered",
          targets: {
            best: [
              { provider: "acme", model: "small", weight: 1 },
              { provider: "sandbox", model: "echo", weight: 1 },
            ],
          },
          ...more,
        },
      },
      fetch: async () => Response.json(completion({ content: "hi" })),
    });
    const best = chat("best");

    test("leaves the call to the others, and refuses it when none has anything left", async () => {
      const { call } = open(routed({ "acme/small": small, "sandbox/echo": { ...small, limit: 2 * small.limit } }));
      const seen = [await call(best), await call(best), await call(best)];
      const refused = await call(best);
      expect([...seen, refused].map(({ status, provider }) => `${status} ${provider}`)).toEqual([
        "200 acme",
        "200 sandbox",
        "200 sandbox",
        "429 null",
      ]);
      expect(seen[1]).toMatchObject({ budget: "0.03" });
      const { error } = await refused.response.json();
      expect(error).toMatchObject({ code: "budget_exceeded", message: expect.stringContaining("model daily budget") });
      // What is refused has taken nothing of any limit.
      const { requests, budgets } = await call.left();
      expect(requests).toMatchObject([{ level: "global", limit: 100, remaining: 97 }]);
      expect(budgets).toMatchObject([{ reserved: 0 }, { reserved: 0 }]);
    });

    test("applies to a fallback, too, and charges the model that answered", async () => {
      const { call } = open({
        ...routed({ "sandbox/echo": small }, { targets: {}, modelFallbacks: { small: ["sandbox/echo"] } }),
        fetch: async () => new Response(null, { status: 500 }),
      });
      const sent = chat("small");
      expect(await call(sent)).toMatchObject({ status: 200, provider: "sandbox", fallback: "true" });
      expect(await call(sent)).toMatchObject({ status: 502 });
      expect((await call.left()).budgets).toMatchObject([{ name: "sandbox/echo", spent: 0.07, remaining: 0 }]);
    });

    test("once spent, lets the fallback answer at once, and says so", async () => {
      const { call } = open(
        routed({ "acme/small": { ...small, limit: 1 } }, { targets: {}, modelFallbacks: { small: ["sandbox/echo"] } }),
      );
      const sent = chat("small");
      expect(await call(sent)).toMatchObject({ status: 200, provider: "acme", fallback: null });
      expect(await call(sent)).toMatchObject({ status: 200, provider: "sandbox", fallback: "true" });
    });
  });

  test("shows the remainder of the level with the least", async () => {
    const organization = { ...small, limit: DOLLAR / 2 };
    const { call } = open({ key: { budget: { ...small, limit: DOLLAR } } }, { budgets: { organization } });
    expect((await call()).budget).toBe("0.43");
  });

  test("counts every model with a price, but no call that fails at the provider", async () => {
    const answers = [Response.json(completion({ content: "hi" })), Response.json({}, { status: 500 })];
    const fetch: typeof globalThis.fetch = async () => answers.shift() ?? Response.error();
    const { call, entries } = open({ key: { budget: { ...small, limit: DOLLAR } }, fetch });
    expect((await call()).budget).toBe("0.93");
    expect((await call(chat("small"))).budget).toBe("0.85");
    expect(await call(chat("small"))).toMatchObject({ status: 502, budget: "0.85" });
    expect((await call()).budget).toBe("0.78");
    expect(entries.map(({ cost }) => cost)).toEqual([70_000, 80_000, 70_000]);
  });

  test("is not spent by free calls, which the ledger still records", async () => {
    const free: World = { key: { budget: small }, settings: { ...settings, pricing: null } };
    const { call, entries } = open(free);
    expect(await statuses(call, call)).toEqual([200, 200]);
    expect((await call.left()).budgets).toMatchObject([{ spent: 0, reserved: 0 }]);
    expect(entries.map(({ cost }) => cost)).toEqual([0, 0]);
  });

  test("counts a stream, even when its client leaves", async () => {
    const { call, entries } = open({ key: { budget: { ...small, limit: DOLLAR } } });
    await (await call({ ...echo, stream: true })).response.text();
    await vi.waitFor(() => expect(entries).toHaveLength(1));
    expect((await call()).budget).toBe("0.86");
    const reader = (await call({ ...echo, stream: true })).response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await vi.waitFor(() => expect(entries).toHaveLength(3));
    expect(entries[2]?.cost).toBeGreaterThan(0);
    expect(Number((await call()).budget)).toBeLessThan(0.79);
  });
});

describe("credits", () => {
  const key = { isManaged: true };
  const usage = { prompt_tokens: 5, completion_tokens: 0 };

  test("are in each answer, even below zero, after which calls are refused", async () => {
    const fetch: typeof globalThis.fetch = async () => Response.json({ ...completion({ content: "hi" }), usage });
    const paid = open({ key, fetch }, { credits: 10 * DOLLAR, thousandths: 1 });
    expect(await paid.call(chat("small"))).toMatchObject({ cost: "0.005000", credits: "9.995000" });
    const { call } = open({ key }, { credits: 10_000 });
    expect(await call()).toMatchObject({ status: 200, credits: "-0.060000" });
    expect(await call()).toMatchObject({ status: 402, credits: "-0.060000" });
  });

  test("do not appear for a key of another kind", async () => {
    const { call } = open({ key: { budget: { ...small, limit: DOLLAR } } });
    expect(await call()).toMatchObject({ status: 200, credits: null });
  });

  test.each<[string, object | string, World, number]>([
    ["a body that is not JSON", "{", {}, 400],
    ["an unknown model", chat("none"), {}, 404],
    ["a model that the key may not use", echo, { key: { ...key, allowedModels: ["small"] } }, 403],
    ["too many tokens", echo, { key: { ...key, rateLimitTpm: 1 } }, 429],
    ["a provider's failure", chat("sandbox/error-500"), {}, 502],
  ])("are in the refusal of %s", async (_name, body, world, status) => {
    const { call } = open({ key, ...world }, { credits: DOLLAR });
    expect(await call(body)).toMatchObject({ status, credits: "1.000000" });
  });

  test("do not pay for a model without a price, unless it is configured as free", async () => {
    const bare = (unknown: "free" | null): World => ({
      key,
      settings: { ...settings, pricing: { models: {}, unknown, defaultOutputTokens: null } },
      fetch: async () => Response.json(completion({ content: "hi" })),
    });
    const call = (unknown: "free" | null) => open(bare(unknown), { credits: DOLLAR }).call(chat("small"));
    expect(await call(null)).toMatchObject({ status: 403, credits: "1.000000" });
    expect(await call("free")).toMatchObject({ status: 200, credits: "1.000000", cost: "unknown" });
  });

  test("do not pay for cached answers", async () => {
    const { call } = open({ key, organization: { cache: { ttlMs: 60_000 } } }, { credits: DOLLAR });
    expect(await call()).toMatchObject({ cache: "MISS", credits: "0.930000" });
    expect(await call()).toMatchObject({ cache: "HIT", credits: "0.930000" });
  });

  test("are at a stream's end with its cost, if the client asks for that", async () => {
    const rule = { type: "keyword-blocklist", stage: "post", action: "block", config: { words: ["forbidden"] } };
    const guarded = { ...settings, pricing: priced(10), guardrails: guardrails.parse({ rules: [rule] }) };
    const worlds: World[] = [{ key }, { key, settings: guarded }, { key, organization: { cache: { ttlMs: 60_000 } } }];
    for (const world of worlds) {
      const { call } = open(world, { credits: DOLLAR });
      const streamed = async (value: string) =>
        (await (await call({ ...echo, stream: true }, { "x-gateway-include-metadata": value })).response.text())
          .trim()
          .split("\n\n");
      const events = await streamed("1");
      const charged = { cost: 0.07, latency_ms: 0, provider: "sandbox", model: "echo", credits_remaining: 0.93 };
      expect(events.at(-1)).toBe("data: [DONE]");
      expect(JSON.parse(events.at(-2)?.slice(6) ?? "")).toEqual({
        object: "chat.completion.chunk",
        choices: [],
        gateway_metadata: charged,
        agentcc_metadata: charged,
      });
      expect((await streamed("no")).join()).not.toContain("metadata");
      if (!world.organization) continue;
      expect((await streamed("true")).at(-2)).toContain('"cost":0,');
    }
    const { call } = open({ key }, { credits: DOLLAR });
    const cut = await call({ ...chat("sandbox/cut"), stream: true }, { "x-gateway-include-metadata": "1" });
    expect(await cut.response.text()).not.toContain("metadata");
  });

  test("pay for a stream at its end, and until then its hold counts as spent", async () => {
    const { call, entries } = open({ key }, { credits: DOLLAR, thousandths: 0.1 });
    const stream = await call({ ...echo, stream: true, max_tokens: 10 });
    expect(stream.credits).toBe("0.896300");
    await stream.response.text();
    await vi.waitFor(() => expect(entries).toHaveLength(1));
    expect(await call("{")).toMatchObject({ status: 400, credits: "0.999300" });
  });
});

describe("a key that asks about itself", () => {
  const key = { isManaged: true, owner: "ann", rateLimitRpm: 5, rateLimitTpm: 100, allowedModels: ["sandbox/*"] };

  test("sees the remainder of everything that limits it, during calls and after", async () => {
    const { call, entries } = open(
      { key: { ...key, name: "bot", expiresAt: NOW + 60_000 } },
      {
        credits: DOLLAR,
        budgets: { organization: { ...small, limit: DOLLAR }, user: { ...small, period: "total" } },
        thousandths: 0.1,
      },
    );
    const minuteEnd = new Date(NOW + 30_000).toISOString();
    expect(await call.left()).toEqual({
      object: "key",
      id: "key-1",
      name: "bot",
      key_type: "managed",
      organization_id: "org-1",
      expires_at: new Date(NOW + 60_000).toISOString(),
      allowed_models: ["sandbox/*"],
      allowed_providers: [],
      requests: [
        { level: "global", limit: 100, remaining: 100, resets_at: minuteEnd },
        { level: "key", limit: 5, remaining: 5, resets_at: minuteEnd },
      ],
      tokens: [{ level: "key", limit: 100, remaining: 100, resets_at: minuteEnd }],
      budgets: [
        {
          level: "organization",
          name: null,
          period: "daily",
          action: "block",
          limit: 1,
          spent: 0,
          reserved: 0,
          remaining: 1,
          resets_at: "2026-03-02T00:00:00.000Z",
        },
        {
          level: "user",
          name: "ann",
          period: "total",
          action: "block",
          limit: 0.05,
          spent: 0,
          reserved: 0,
          remaining: 0.05,
          resets_at: null,
        },
      ],
      credits: { balance: 1, reserved: 0, remaining: 1 },
    });
    const stream = await call({ ...echo, stream: true, max_tokens: 10 });
    expect(await call.left()).toMatchObject({
      tokens: [{ remaining: 82 }],
      budgets: [{ reserved: 0.1037 }, { reserved: 0.05, remaining: 0 }],
      credits: { balance: 1, reserved: 0.1037, remaining: 0.8963 },
    });
    await stream.response.text();
    await vi.waitFor(() => expect(entries).toHaveLength(1));
    expect(await call.left()).toMatchObject({
      requests: [{ remaining: 99 }, { remaining: 4 }],
      tokens: [{ remaining: 93 }],
      budgets: [
        { spent: 0.0007, reserved: 0, remaining: 0.9993 },
        { spent: 0.0007, remaining: 0.0493 },
      ],
      credits: { balance: 0.9993, reserved: 0, remaining: 0.9993 },
    });
  });

  test("gets an answer when nothing is left, and an error when its counters cannot be read", async () => {
    const { call } = open({ key: { ...key, rateLimitRpm: 1 } });
    expect((await call()).status).toBe(402);
    expect(await call.left()).toMatchObject({ credits: { remaining: 0 } });
    const deaf: World["money"] = {
      hold: async (claim) => ({ id: "x", claim, isHeld: false, life: null, tokens: [], accounts: [] }),
      settle: async () => false,
    };
    const gateway = webGateway(memoryParts({ key, money: deaf }));
    const refused = await gateway.getCurrentKey(ask({ method: "GET", path: "/v1/key" }));
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("2");
  });
});

describe("judges of guardrails", () => {
  const MICROS = 70_000;
  const judge = (more: object = {}) => ({
    type: "judge",
    action: "block",
    config: { model: "acme/judge", criteria: "Must be polite." },
    ...more,
  });
  /** A token costs a cent: each judge that answers 7, an echo 7 as well. */
  const judged = (
    rules: object[],
    more: Parameters<typeof open>[1] & {
      verdict?: (signal: AbortSignal) => Response | Promise<Response>;
      world?: World;
    } = {},
  ) => {
    const requests: string[] = [];
    const verdict = more.verdict ?? (() => Response.json(saying('{"pass": true}')));
    const opened = open(
      {
        organization: { providers: [upstream], guardrails: guardrails.parse({ rules }) },
        fetch: async (_url, init) => {
          requests.push(String(init?.body));
          return verdict(init?.signal ?? new AbortController().signal);
        },
        ...more.world,
      },
      more,
    );
    return { ...opened, requests };
  };
  const saying = (content: string) => ({
    ...completion({ content }),
    usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
  });
  const kinds = (entries: { kind?: string | undefined; cost: number | null }[]) =>
    entries.map(({ kind, cost }) => [kind, cost]);
  const budgets = { organization: { ...small, limit: 100 * DOLLAR } };

  test.each([
    ["before the provider", [judge()], 1],
    ["after it", [judge({ stage: "post" })], 1],
    ["before and after, and beside the request", [judge(), judge({ stage: "post" }), judge({ mode: "async" })], 3],
  ])("%s are charged to the judged key, and counted", async (_when, rules, count) => {
    const { call, entries, requests } = judged(rules, {
      credits: 100 * DOLLAR,
      budgets,
      world: { key: { isManaged: true } },
    });
    expect(await call()).toMatchObject({ status: 200, cost: "0.070000" });
    await vi.waitFor(() => expect(entries).toHaveLength(count + 1));
    expect(requests).toHaveLength(count);
    expect(kinds(entries).toSorted()).toEqual([["call", MICROS], ...Array(count).fill(["judge", MICROS])]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(count + 1);
    for (const entry of entries)
      expect(entry).toMatchObject({ keyId: "key-1", organizationId: "org-1", isManaged: true, life: "life" });
    const spent = ((count + 1) * MICROS) / DOLLAR;
    expect(await call.left()).toMatchObject({
      budgets: [{ spent, reserved: 0 }],
      credits: { balance: 100 - spent, reserved: 0 },
    });
  });

  test("are charged when they fail, but not when no answer came", async () => {
    const never = (signal: AbortSignal) =>
      new Promise<Response>((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const cases: [(signal: AbortSignal) => Response | Promise<Response>, object, [string, number][]][] = [
      [() => Response.json(saying("I cannot say.")), {}, [["judge", MICROS]]],
      [() => Response.json(saying('{"pass": false}')), {}, [["judge", MICROS]]],
      [() => new Response("no", { status: 500 }), {}, []],
      [() => Promise.reject(new TypeError("gone")), {}, []],
      [never, { timeout: "5ms" }, []],
    ];
    for (const [verdict, more, owed] of cases) {
      const { call, entries } = judged([judge(more)], { verdict, budgets });
      expect(await call()).toMatchObject({ status: 403 });
      await vi.waitFor(async () => {
        expect(kinds(entries)).toEqual(owed);
        expect((await call.left()).budgets).toMatchObject([{ spent: (owed.length * MICROS) / DOLLAR, reserved: 0 }]);
      });
    }
  });

  test("show the remaining credits in the answer, even in a refusal", async () => {
    const options = { credits: 100 * DOLLAR, world: { key: { isManaged: true } } };
    expect(await judged([judge()], options).call()).toMatchObject({ cost: "0.070000", credits: "99.860000" });
    const verdict = () => Response.json(saying('{"pass": false}'));
    expect(await judged([judge()], { ...options, verdict }).call()).toMatchObject({
      status: 403,
      credits: "99.930000",
    });
  });

  test("that have spent a budget make the next request fail, even a budget of their model", async () => {
    for (const own of [
      { organization: { ...small, limit: MICROS } },
      { models: { "acme/judge": { ...small, limit: MICROS } } },
    ]) {
      const { call, requests } = judged([judge()], {
        budgets: own,
        verdict: () => Response.json(saying('{"pass": false}')),
      });
      expect(await call()).toMatchObject({ status: 403 });
      expect(await call()).toMatchObject({ status: 429 });
      expect(requests).toHaveLength(1);
    }
  });

  test("are reserved with the request, so that no parallel request is admitted that could not pay", async () => {
    let letAnswer: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letAnswer = resolve;
    });
    // Far more than the call itself, which alone would be admitted each time.
    const dear = { prompt_tokens: 300, completion_tokens: 10 };
    const verdict = () => gate.then(() => Response.json({ ...saying('{"pass": true}'), usage: dear }));
    const limit = 10 * DOLLAR;
    const { call, entries, requests } = judged([judge()], { verdict, budgets: { organization: { ...small, limit } } });
    let refused = 0;
    const answers = Array.from({ length: 50 }, async () => {
      const { status } = await call({ ...echo, max_tokens: 10 });
      refused += status === 429 ? 1 : 0;
      return status;
    });
    await vi.waitFor(() => expect(requests.length + refused).toBe(50), 20_000);
    letAnswer();
    const passed = (await Promise.all(answers)).filter((status) => status === 200).length;
    expect([passed > 0, passed + refused]).toEqual([true, 50]);
    await vi.waitFor(() => expect(entries).toHaveLength(2 * passed), 20_000);
    expect(entries.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeLessThanOrEqual(limit);
  });

  test("of the gateway's own guardrails are not charged to the key", async () => {
    const own = { ...settings, pricing: priced(10), guardrails: guardrails.parse({ rules: [judge()] }) };
    const { call, entries, requests } = judged([], { world: { settings: own, organization: {} } });
    expect((await call()).status).toBe(200);
    expect(requests).toHaveLength(1);
    await vi.waitFor(() => expect(kinds(entries)).toEqual([["call", MICROS]]));
  });
});
