import { expect, test } from "vitest";
import type { KeyStanding } from "@/lib/contracts/gateway/standing";
import { strictestLimits } from "./strictest";

const at = "2026-01-01T00:00:00.000Z";
const requests = (level: "global" | "organization" | "key", limit: number, remaining: number) => ({
  level,
  limit,
  remaining,
  resets_at: at,
});
const standingOf = (more: Partial<KeyStanding>): KeyStanding => ({
  requests: [],
  tokens: [],
  budgets: [],
  credits: null,
  ...more,
});

test("the limit with the least remaining is the strictest, and the lower limit wins a tie", () => {
  const found = strictestLimits(standingOf({ requests: [requests("global", 6000, 50), requests("key", 100, 20)] }));
  expect(found.requests).toMatchObject({ level: "key", remaining: 20 });
  const even = strictestLimits(standingOf({ requests: [requests("global", 6000, 20), requests("key", 100, 20)] }));
  expect(even.requests).toMatchObject({ level: "key" });
});

test("no limit is the strictest if there are none", () => {
  expect(strictestLimits(standingOf({}))).toEqual({ requests: undefined, tokens: undefined, budget: undefined });
});
