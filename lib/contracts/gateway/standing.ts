// The remaining limits, budgets and credits that apply to a key's calls.
import { z } from "zod";
import { timestamp } from "../shapes";
import { budgetActions, periods } from "./budget";

const limit = z.int().meta({ description: "Per minute" });
const minuteEnd = timestamp.meta({ description: "End of the minute" });
const usd = (description: string) => z.number().meta({ description: `${description}, in USD, to a millionth` });

export const keyStanding = z.object({
  requests: z
    .array(
      z.object({
        level: z.enum(["global", "organization", "key"]),
        limit,
        remaining: z.int(),
        resets_at: minuteEnd,
      }),
    )
    .meta({ description: "Requests per minute, at each level that limits them; the strictest applies" }),
  tokens: z
    .array(z.object({ level: z.enum(["organization", "key"]), limit, remaining: z.int(), resets_at: minuteEnd }))
    .meta({ description: "Tokens per minute, at each level; tokens reserved by calls in progress are subtracted" }),
  budgets: z
    .array(
      z.object({
        level: z.enum(["organization", "key", "user", "model"]),
        name: z.string().nullable().meta({ description: "Name of the user or model; null for others" }),
        period: z.enum(periods),
        action: z.enum(budgetActions),
        limit: usd("Limit of the period"),
        spent: usd("Spend in the period"),
        reserved: usd("Reserved by calls in progress"),
        remaining: usd("Limit less spend and reservations, at least 0"),
        resets_at: timestamp.nullable().meta({ description: "Null for a budget that never resets" }),
      }),
    )
    .meta({ description: "Budgets that apply to this key's calls" }),
  credits: z
    .object({
      balance: usd("Payments less spend, below 0 if the last call cost more than was left"),
      reserved: usd("Reserved by calls in progress"),
      remaining: usd("Balance less reservations"),
    })
    .nullable()
    .meta({ description: "Null for a key that is not managed" }),
});
export type KeyStanding = z.infer<typeof keyStanding>;
