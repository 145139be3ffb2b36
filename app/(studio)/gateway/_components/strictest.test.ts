import { expect, test } from "vitest";
import type { KeyStanding } from "@/lib/contracts/gateway/standing";
import { leastLeft } from "./strictest";

const at = "2026-01-01T00:00:00.000Z";
const requests = (level: "global" | "organization" | "key", limit: number, remaining: number) => ({
  level,
  limit,
  remaining,
  resets_at: at,
});
const standing = (more: Partial<KeyStanding>): KeyStanding => ({
  requests: [],
  tokens: [],
  budgets: [],
  credits: null,
  ...more,
});

test("of several limits the one counts with the least left, and of two the stricter", () => {
  const found = leastLeft(standing({ requests: [requests("global", 6000, 50), requests("key", 100, 20)] }));
  expect(found.requests).toMatchObject({ level: "key", remaining: 20 });
  const even = leastLeft(standing({ requests: [requests("global", 6000, 20), requests("key", 100, 20)] }));
  expect(even.requests).toMatchObject({ level: "key" });
});

test("what nothing limits has nothing left to tell", () => {
  expect(leastLeft(standing({}))).toEqual({ requests: undefined, tokens: undefined, budget: undefined });
});
