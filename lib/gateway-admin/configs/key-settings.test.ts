import { describe, expect, test } from "vitest";
import { excessOf } from "./key-settings";

const daily = (limit: number, more = {}) => ({ period: "daily", limit, action: "block", ...more });
const rates = (more: object) => ({ rate_limiting: { enabled: true, ...more } });
const org = (budget: object, more = {}) => ({ budgets: { enabled: true, org_budget: budget, ...more } });
const model = (budget: object) => ({ budgets: { enabled: true, models: { large: budget } } });
const prices = { pricing: { models: { large: { input: 1, output: 2 } } } };

describe("an organization's configuration", () => {
  test.each<[string, object, { own?: object; shared?: object }, string | null]>([
    ["may say anything where the operator says nothing", { ...rates({ rpm: 5 }), ...org(daily(5)) }, {}, null],
    ["keeps to the operator's rate", rates({ rpm: 100 }), { own: rates({ rpm: 100 }) }, null],
    ["may have a lower rate, and a further one", rates({ rpm: 9, tpm: 9 }), { own: rates({ rpm: 100 }) }, null],
    ["may not have a higher rate", rates({ rpm: 101 }), { own: rates({ rpm: 100 }) }, "rate_limiting.rpm"],
    ["may not be without a rate", {}, { own: rates({ tpm: 100 }) }, "rate_limiting.tpm"],
    ["may not lift a rate by 0", rates({ rpm: 0 }), { own: rates({ rpm: 100 }) }, "rate_limiting.rpm"],
    ["may not switch rates off", rates({ rpm: 9, enabled: false }), { own: rates({ rpm: 100 }) }, "rate_limiting.rpm"],
    ["is free where the operator switched rates off", {}, { own: rates({ rpm: 9, enabled: false }) }, null],
    ["may have a smaller budget", org(daily(4)), { own: org(daily(5)) }, null],
    ["may not have a larger budget", org(daily(6)), { own: org(daily(5)) }, "budgets.org_budget"],
    ["may not be without its budget", {}, { own: org(daily(5)) }, "budgets.org_budget"],
    ["may not lift a budget by 0", org(daily(0)), { own: org(daily(5)) }, "budgets.org_budget"],
    [
      "may not turn a block into a warning",
      org(daily(5, { action: "warn" })),
      { own: org(daily(5)) },
      "budgets.org_budget",
    ],
    ["may turn a warning into a block", org(daily(5)), { own: org(daily(5, { action: "warn" })) }, null],
    [
      "may not change the period",
      org(daily(5, { period: "monthly" })),
      { own: org(daily(5, { period: "weekly" })) },
      "budgets.org_budget",
    ],
    ["may not switch budgets off", org(daily(5), { enabled: false }), { own: org(daily(5)) }, "budgets.enabled"],
    ["keeps a model's budget", model(daily(5)), { own: model(daily(5)) }, null],
    ["may not be without a model's budget", org(daily(1)), { own: model(daily(5)) }, "budgets.models.large"],
    ["may say nothing of what holds for all", {}, { shared: org(daily(5)) }, null],
    ["may not have more than all", org(daily(6)), { shared: org(daily(5)) }, "budgets.org_budget"],
    [
      "may not switch off what holds for all",
      { budgets: { enabled: false } },
      { shared: model(daily(5)) },
      "budgets.enabled",
    ],
    ["may have what the operator has granted it", org(daily(9)), { own: org(daily(9)), shared: org(daily(5)) }, null],
    ["is free of what the operator has lifted", {}, { own: org(daily(0)), shared: org(daily(5)) }, null],
    ["may divide its budget", org(daily(5), { key_budget: daily(9) }), { own: org(daily(5)) }, null],
    ["may not price", prices, {}, "pricing"],
    ["keeps the operator's prices", prices, { own: prices }, null],
    ["may not drop the operator's prices", {}, { own: prices }, "pricing"],
  ])("%s", (_, input, { own, shared }, path) => {
    const terms = { own: own ? { ...own } : null, shared: shared ? { ...shared } : null };
    expect(excessOf({ ...input }, terms)?.path ?? null).toBe(path);
  });

  test("prices are the operator's, whether or not any are set", () => {
    const message = "pricing: Only the gateway's operator sets prices.";
    expect(excessOf(prices, { own: null, shared: null })).toEqual({ path: "pricing", message });
  });
});
