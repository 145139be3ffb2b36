import { expect, test } from "vitest";
import { limitsOf, withLimits } from "./limits";

const none = { rpm: "", tpm: "", period: "none", budget: "", action: "block", tracing: "inherit", cache: "" } as const;
const config = {
  rate_limiting: { enabled: true, rpm: 60, tpm: 9000 },
  budgets: { enabled: true, org_budget: { period: "weekly", limit: 5, action: "warn" }, key_budget: { limit: 1 } },
  tracing: "off",
  cache: { enabled: true, ttl: 300 },
  model_map: { a: "b" },
};

test("a configuration whose limits are opened and saved says what it said", () => {
  expect(withLimits(config, limitsOf(config))).toEqual(config);
  expect(withLimits({}, limitsOf({}))).toEqual({});
  expect(limitsOf({})).toEqual(none);
});

test("limits that are taken off leave the rest", () => {
  expect(withLimits(config, none)).toEqual({
    budgets: { enabled: true, key_budget: { limit: 1 } },
    model_map: { a: "b" },
  });
});

test("limits that are set are switched on", () => {
  const limits = { ...none, rpm: "7", period: "daily", budget: "2.5", cache: "10" } as const;
  expect(withLimits({ rate_limiting: { enabled: false } }, limits)).toEqual({
    rate_limiting: { enabled: true, rpm: 7 },
    budgets: { org_budget: { period: "daily", limit: 2.5, action: "block" } },
    cache: { enabled: true, ttl: 600 },
  });
});
