// A call that costs nothing passes, whatever is spent or reserved.
import { describe, expect, test, vi } from "vitest";
import { chat, settings, type World } from "../testing/memory-parts";
import { moneyGateway, noBudgets } from "../testing/money-gateway";
import { completion } from "../testing/recorded-calls";
import type { Budget, Budgets } from "./budget";
import type { Pricing } from "./price";

const DOLLAR = 1_000_000;
const small: Budget = { period: "daily", limit: 50_000, action: "block" };
const cent = 10_000_000_000;
const dear = { input: cent, cachedInput: cent, cacheWrite: cent, output: cent, from: null, until: null };
/** A token of acme's models costs a cent; gift's model has the price 0, and bare's has none. */
const pricing: Pricing = {
  models: { "acme/*": [dear], "gift/*": [{ ...dear, input: 0, cachedInput: 0, cacheWrite: 0, output: 0 }] },
  unknown: "free",
  defaultOutputTokens: null,
};

const worldOf = (budgets: Partial<Budgets>, more: World = {}): World => ({
  settings: {
    ...settings,
    providers: settings.providers.flatMap((provider) => [
      { ...provider, models: ["m"] },
      { ...provider, name: "gift", models: ["m"] },
      { ...provider, name: "bare", models: ["m"] },
    ]),
    pricing,
    budgets: { ...noBudgets, ...budgets },
  },
  fetch: async () => Response.json(completion({ content: "hi" })),
  ...more,
});

const paid = chat("acme/m", { user: "ann" });
const free = ["gift/m", "bare/m", "sandbox/m"].map((model) => chat(model, { user: "ann" }));

const levels: [level: string, budgets: Partial<Budgets>, more?: World][] = [
  ["its organization's budget", { organization: small }],
  ["its key's own budget", {}, { key: { budget: small } }],
  ["the budget of each key", { key: small }],
  ["the budget of each user", { user: small }],
  ["its user's budget", { users: { ann: small } }],
  ["its model's budget", { models: { m: small } }],
  ["a budget forever", { organization: { ...small, period: "total" } }],
  ["its key's credits", {}, { key: { isManaged: true } }],
];

// The key's own rule is stricter than the operator's, which lets models without a price pass here.
test("a key may refuse models without a price: its calls need one, also a price of 0", async () => {
  const { call, entries } = moneyGateway(worldOf({}, { key: { refusesUnpriced: true } }));
  const statuses = await Promise.all(
    ["bare/m", "acme/m", "gift/m", "sandbox/m"].map(async (model) => (await call(chat(model))).status),
  );
  expect(statuses).toEqual([403, 200, 200, 200]);
  expect(entries).toHaveLength(3);
});

describe("a call that costs nothing", () => {
  test.each(levels)("passes after %s has been spent", async (_level, budgets, more) => {
    const { call, entries } = moneyGateway(worldOf(budgets, more), { credits: small.limit });
    expect((await call(paid)).status).toBe(200);
    expect([402, 429]).toContain((await call(paid)).status);
    for (const body of free) expect([body.model, (await call(body)).status]).toEqual([body.model, 200]);
    expect([402, 429]).toContain((await call(paid)).status);
    expect(entries).toHaveLength(1 + free.length);
  });

  test.each(levels)("passes while running calls have reserved all of %s", async (_level, budgets, more) => {
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const requests: string[] = [];
    const fetch: World["fetch"] = async (_url, init) => {
      requests.push(String(init?.body));
      if (requests.length === 1) await gate;
      return Response.json(completion({ content: "hi" }));
    };
    const { call, entries } = moneyGateway(worldOf(budgets, { ...more, fetch }), { credits: small.limit });
    const first = call(paid);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    for (const body of free) expect([body.model, (await call(body)).status]).toEqual([body.model, 200]);
    finish();
    expect((await first).status).toBe(200);
    await vi.waitFor(() => expect(entries).toHaveLength(1 + free.length));
  });

  test("is not led away from a free model by its fallback's price", async () => {
    const world = worldOf({ models: { "gift/m": { ...small, limit: 1 } } });
    const routing = {
      strategy: "ordered" as const,
      targets: {
        best: ["gift", "acme"].map((provider) => ({ provider, model: "m", weight: 1 })),
        both: ["acme", "gift"].map((provider) => ({ provider, model: "m", weight: 1 })),
      },
    };
    const { call } = moneyGateway({ ...world, settings: { ...settings, ...world.settings, routing } });
    expect(await call(chat("best"))).toMatchObject({ status: 200, provider: "gift" });
    expect(await call(chat("best"))).toMatchObject({ status: 200, provider: "gift" });
    expect(await call(chat("both"))).toMatchObject({ status: 200, provider: "acme" });
  });

  test("is not charged, and the spent budget shows its remainder", async () => {
    const { call } = moneyGateway(worldOf({ organization: small }), { credits: DOLLAR });
    await call(paid);
    expect(await call(free[0])).toMatchObject({ status: 200, cost: "0.000000", budget: "0.00" });
    expect((await call.left()).budgets).toMatchObject([{ remaining: 0, reserved: 0 }]);
  });
});
