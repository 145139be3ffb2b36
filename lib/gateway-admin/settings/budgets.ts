import { z } from "zod";
import { budgetActions, isNoFraction, periods, TOO_LITTLE } from "@/lib/contracts/gateway/budget";
import { type Budget, readBudget } from "@/lib/gateway/money/budget";
import { amount } from "@/lib/gateway/setting-values";
import { section } from "./section";

const MAX_NAMED = 1000;

export const budget = z.strictObject({
  period: z.enum(periods, "Must be daily, weekly, monthly or total.").meta({
    title: "Budget",
    description: "Periods start at midnight UTC: daily, on Mondays, or on the first of the month",
  }),
  limit: amount.meta({ title: "USD", description: "0 means no limit" }),
  action: z.enum(budgetActions, "Must be block or warn.").default("block").meta({ title: "When it is spent" }),
});

const named = z
  .record(z.string().min(1).max(255), budget)
  .refine((budgets) => Object.keys(budgets).length <= MAX_NAMED, `May have at most ${MAX_NAMED} names.`);

/** `org_limit` in USD, with `hard_limit` for whether it blocks, is another way to say a monthly `org_budget`, which wins. */
const synonyms = { org_limit: amount.refine(isNoFraction, TOO_LITTLE).optional(), hard_limit: z.boolean().optional() };

const members = {
  enabled: z.boolean().default(true).meta({ title: "Enforce budgets" }),
  org_budget: budget.optional().meta({ title: "All keys together" }),
  key_budget: budget.optional().meta({ title: "Each key", description: "Keys without a budget of their own" }),
  user_budget: budget.optional().meta({ title: "Each user", description: "Users without a budget of their own below" }),
  users: named
    .optional()
    .meta({ title: "Users", description: "By the user that the request names, or else the key's owner" }),
  models: named.optional().meta({ title: "Models", description: "By the requested name, provider/model, or model" }),
};

const shape = z
  .strictObject({ ...members, ...synonyms })
  .transform(({ org_limit: limit, hard_limit: isHard, ...rest }): z.output<z.ZodObject<typeof members>> => {
    if (rest.org_budget !== undefined || limit === undefined) return rest;
    return { ...rest, org_budget: { period: "monthly", limit, action: isHard ? "block" : "warn" } };
  });

const read = (budgetInput: z.output<typeof budget> | undefined): Budget | null =>
  budgetInput ? readBudget(budgetInput) : null;
const readNamed = (entries: z.output<typeof named> = {}): Record<string, Budget> =>
  Object.fromEntries(Object.entries(entries).map(([name, each]) => [name, readBudget(each)]));

export const budgets = section({
  shape,
  project: (value) => ({
    budgets: value
      ? {
          enabled: value.enabled,
          organization: read(value.org_budget),
          key: read(value.key_budget),
          user: read(value.user_budget),
          users: readNamed(value.users),
          models: readNamed(value.models),
        }
      : null,
  }),
});
