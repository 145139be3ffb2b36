// Budgets and prices that look like some and would be none are refused where they are entered. Stored ones are read.
import { describe, expect, test } from "vitest";
import { newAlert } from "@/lib/contracts/alerts/alerts";
import { enteredBudget } from "@/lib/contracts/gateway/budget";
import { configFile } from "@/lib/gateway-admin/settings/file";
import { enteredOrganization, projectedOrganization } from "@/lib/gateway-admin/settings/levels";

test.each([
  [4e-7, false],
  [1e-12, false],
  [0, true],
  [1e-6, true],
  [0.5, true],
])("a limit of %s USD", (limit, isTaken) => {
  expect(enteredBudget.safeParse({ period: "daily", limit }).success).toBe(isTaken);
  const daily = { period: "daily", limit };
  const all = [{ org_budget: daily }, { key_budget: daily }, { users: { u: daily } }, { models: { m: daily } }];
  for (const budgets of [...all, { org_limit: limit }]) {
    expect(enteredOrganization.safeParse({ budgets }).success).toBe(isTaken);
    expect(configFile.safeParse({ budgets }).success).toBe(isTaken);
  }
  for (const budgets of all) expect(() => projectedOrganization({ budgets })).not.toThrow();
  const key = { name: "k", key: "s", budget: daily };
  expect(configFile.safeParse({ auth: { keys: [key] } }).success).toBe(isTaken);
});

test("a limit that is too small is named as it was sent", () => {
  const { error } = enteredOrganization.safeParse({ budgets: { org_limit: 4e-7 } });
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["budgets.org_limit"]);
});

test("an alert's cost is at least a micro-dollar", () => {
  const alert = { name: "Cost", measure: "daily_cost", comparison: "fixed" };
  expect(newAlert.safeParse({ ...alert, cost_usd: 1e-7 }).success).toBe(false);
  expect(newAlert.safeParse({ ...alert, cost_usd: 1e-6 }).success).toBe(true);
});

describe("a dated price", () => {
  test.each([
    ["2026-12-01", "2026-11-01", false],
    ["2026-12-01", "2026-12-01T00:00:00Z", false],
    ["2026-12-01", "2026-12-02", true],
    [undefined, "2026-12-02", true],
  ])("from %s until %s", (from, until, isTaken) => {
    const models = { m: { input: 1, output: 1, from, until } };
    for (const pricing of [{ models }, { models: { m: [models.m] } }]) {
      expect(enteredOrganization.safeParse({ pricing }).success).toBe(isTaken);
      expect(configFile.safeParse({ pricing }).success).toBe(isTaken);
      expect(() => projectedOrganization({ pricing })).not.toThrow();
    }
  });
});
