import { z } from "zod";
import { section } from "./section";
import { amount } from "./values";

const budget = z.strictObject({
  period: z.enum(["daily", "weekly", "monthly", "total"]),
  limit: amount,
  action: z.enum(["block", "warn"]),
});

export const budgets = section({
  shape: z.looseObject({ enabled: z.boolean().default(true), org_budget: budget.optional() }),
  project: () => ({}),
});
