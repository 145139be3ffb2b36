// Budgets in requests: the most that may be spent in a period.
import { z } from "zod";

export const periods = ["daily", "weekly", "monthly", "total"] as const;
export const budgetActions = ["block", "warn"] as const;

/** Half a millionth is stored as 0: an amount that rounds to 0 is none. Below 0 is refused elsewhere, once. */
export const isNoFraction = (usd: number): boolean => usd <= 0 || usd >= 0.000_001;
export const TOO_LITTLE = "Must be 0 or at least 0.000001.";

export const budget = z.strictObject({
  period: z
    .enum(periods)
    .meta({ description: "Starts at midnight, on Monday or on the first of the month (UTC), or never resets" }),
  limit: z.number().min(0).max(1_000_000_000).meta({ description: "In USD, to a millionth. 0 means no limit" }),
  action: z.enum(budgetActions).default("block").meta({
    description: "What happens to requests when the budget is spent: block refuses them, warn marks their answers",
  }),
});
export type Budget = z.infer<typeof budget>;

/** A budget that is entered. One that is stored may be older than the check of its limit. */
export const enteredBudget = budget.refine(({ limit }) => isNoFraction(limit), { path: ["limit"], error: TOO_LITTLE });
