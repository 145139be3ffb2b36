import type { KeyStanding } from "@/lib/contracts/gateway/standing";

const least = <T extends { remaining: number; limit: number }>(all: readonly T[]): T | undefined =>
  all.toSorted((one, other) => one.remaining - other.remaining || one.limit - other.limit)[0];

/** For each kind of limit, the one that is reached first. */
export const strictestLimits = ({ requests, tokens, budgets }: KeyStanding) => ({
  requests: least(requests),
  tokens: least(tokens),
  budget: least(budgets),
});
