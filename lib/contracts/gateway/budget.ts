// Budgets in requests: the most that may be spent in a period.
import { z } from "zod";

export const periods = ["daily", "weekly", "monthly", "total"] as const;
export const budgetActions = ["block", "warn"] as const;

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
