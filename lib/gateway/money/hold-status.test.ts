// Which of several refusals a call gets.
import { expect, test } from "vitest";
import { NOW } from "../testing/memory-parts";
import { type Hold, moneyRefusal, type TokenStatus } from "./hold-status";

const level = (level: "organization" | "key", limit: number, used: number, needed: number): TokenStatus => ({
  level,
  subject: level,
  limit,
  used,
  needed,
  desired: needed,
  granted: used + needed > limit ? -1 : needed,
});

const refusalOf = (...tokens: TokenStatus[]) => {
  const claim = { reserves: true, tokens, accounts: [], alternatives: [], at: NOW };
  const hold: Hold = { id: "call", claim, isHeld: false, life: "life", tokens, accounts: [] };
  return moneyRefusal(hold, NOW, "closed");
};

// NOW is half a minute before the window ends.
test.each<[string, TokenStatus[], string, object]>([
  [
    "what no retry cures comes first",
    [level("organization", 1000, 500, 696), level("key", 500, 0, 696)],
    "This request may use 696 tokens, more than the key rate limit of 500",
    { shouldRetry: false },
  ],
  [
    "also if it is the first",
    [level("organization", 500, 0, 696), level("key", 1000, 500, 696)],
    "more than the organization rate limit of 500",
    { shouldRetry: false },
  ],
  [
    "of the others the one that is free last",
    [level("organization", 1000, 900, 200), level("key", 300, 500, 200)],
    "The key rate limit of 300 tokens per minute is exceeded. Retry after the window resets, in 90 s.",
    { retryAfterSeconds: 90 },
  ],
  [
    "the first of those that are free at once",
    [level("organization", 1000, 900, 200), level("key", 300, 200, 200)],
    "The organization rate limit of 1000 tokens per minute is exceeded. Retry after the window resets, in 30 s.",
    { retryAfterSeconds: 30 },
  ],
  [
    "none that admits the call",
    [level("organization", 1000, 0, 200), level("key", 300, 200, 200)],
    "The key rate limit of 300",
    { retryAfterSeconds: 30 },
  ],
])("of limits of tokens, %s", (_name, tokens, message, detail) => {
  const refusal = refusalOf(...tokens);
  expect(refusal?.message).toContain(message);
  expect(refusal?.detail).toEqual(detail);
});

test.each([
  [17_000_000, 3_000_000, "has not enough left for this request. The rest is reserved by requests in progress.", true],
  [0, 17_000_000, "has not enough left for this request. The rest is reserved by requests in progress.", true],
  [20_000_000, 0, "is exceeded. It does not reset.", false],
])("a budget of $20 with %s spent and %s reserved %s", (spent, reserved, words, shouldRetry) => {
  const budget = { period: "total", limit: 20_000_000, action: "block" } as const;
  const window = { start: 0, end: null };
  const account = { kind: "budget", account: "a", amount: 4_000_000, level: "key", name: "k", budget, window } as const;
  const claim = { reserves: true, tokens: [], accounts: [], alternatives: [], at: NOW };
  const accounts = [{ ...account, organizationId: null, spent, reserved, granted: -1 }];
  const hold: Hold = { id: "call", claim, isHeld: false, life: "life", tokens: [], accounts };
  const refusal = moneyRefusal(hold, NOW, "closed");
  expect(refusal?.message).toContain(`The key total budget of $20.00 ${words}`);
  expect(refusal?.detail.shouldRetry).toBe(shouldRetry);
});
