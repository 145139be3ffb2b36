// What is left of the limits, budgets and credits that count a key's calls.
import { z } from "zod";
import { timestamp } from "../shapes";
import { budgetActions, periods } from "./budget";

const limit = z.int().meta({ description: "A minute" });
const minuteEnd = timestamp.meta({ description: "End of the minute" });
const usd = (description: string) => z.number().meta({ description: `USD, to a millionth: ${description}` });

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
    .meta({ description: "Requests a minute, at each level that limits them; the strictest holds" }),
  tokens: z
    .array(z.object({ level: z.enum(["organization", "key"]), limit, remaining: z.int(), resets_at: minuteEnd }))
    .meta({ description: "Tokens a minute, in the same way, less those that calls under way have reserved" }),
  budgets: z
    .array(
      z.object({
        level: z.enum(["organization", "key", "user", "model"]),
        name: z.string().nullable().meta({ description: "The user's, or the model's" }),
        period: z.enum(periods),
        action: z.enum(budgetActions),
        limit: usd("what may be spent in the period"),
        spent: usd("what was"),
        reserved: usd("what calls under way may cost"),
        remaining: usd("the limit less both, at least 0"),
        resets_at: timestamp.nullable().meta({ description: "Null for one that never does" }),
      }),
    )
    .meta({ description: "Those that count this key's calls" }),
  credits: z
    .object({
      balance: usd("what was paid in, less what was spent; below 0 where the last call cost more than was left"),
      reserved: usd("what calls under way may cost"),
      remaining: usd("the balance less that"),
    })
    .nullable()
    .meta({ description: "Null for a key that is not managed" }),
});
export type KeyStanding = z.infer<typeof keyStanding>;
