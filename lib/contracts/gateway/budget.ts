// Budgets, as they are given: what may be spent in a period.
import { z } from "zod";

export const periods = ["daily", "weekly", "monthly", "total"] as const;
export const budgetActions = ["block", "warn"] as const;

export const budget = z.strictObject({
  period: z
    .enum(periods)
    .meta({ description: "From midnight, Monday or the first of the month, all in UTC, or for ever" }),
  limit: z.number().min(0).max(1_000_000_000).meta({ description: "USD, to a millionth; 0 for no limit" }),
  action: z.enum(budgetActions).default("block").meta({
    description: "What becomes of requests once it is spent: block refuses them, warn marks their answers",
  }),
});
export type Budget = z.infer<typeof budget>;
