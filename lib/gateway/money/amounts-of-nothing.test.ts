// Budgets and prices that look like some and would be none are refused.
import { describe, expect, test } from "vitest";
import { newAlert } from "@/lib/contracts/alerts/alerts";
import { budget } from "@/lib/contracts/gateway/budget";
import { budgets } from "@/lib/gateway-admin/settings/budgets";
import { pricingShape } from "./configured-prices";

test.each([
  [4e-7, false],
  [1e-12, false],
  [0, true],
  [1e-6, true],
  [0.5, true],
])("a limit of %s USD", (limit, isTaken) => {
  expect(budget.safeParse({ period: "daily", limit }).success).toBe(isTaken);
  expect(budgets.shape.safeParse({ org_budget: { period: "daily", limit } }).success).toBe(isTaken);
  expect(budgets.shape.safeParse({ org_limit: limit }).success).toBe(isTaken);
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
    expect(pricingShape.safeParse({ models }).success).toBe(isTaken);
    expect(pricingShape.safeParse({ models: { m: [models.m] } }).success).toBe(isTaken);
  });
});
