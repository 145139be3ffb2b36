// What a key may learn of itself.
import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { budgetActions, periods } from "./budget";
import { gatewayTag as tag } from "./chat";
import { keyTypes } from "./keys";

const limit = z.int().meta({ description: "A minute" });
const minuteEnd = timestamp.meta({ description: "End of the minute" });
const usd = (description: string) => z.number().meta({ description: `USD, to a millionth: ${description}` });

export const currentKey = z
  .object({
    object: z.literal("key"),
    id,
    name: z.string().nullable().meta({ description: "Null for an API key of the platform" }),
    key_type: z.enum(keyTypes),
    organization_id: id.nullable(),
    expires_at: timestamp.nullable(),
    allowed_models: z.array(z.string()).meta({ description: "Empty: every model. `/v1/models` lists them" }),
    allowed_providers: z.array(z.string()).meta({ description: "Empty: every provider" }),
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
  })
  .meta({ id: "CurrentKey" });
export type CurrentKey = z.infer<typeof currentKey>;

export const getCurrentKey = define({
  name: "getCurrentKey",
  method: "GET",
  path: "/v1/key",
  tag,
  summary: "Tell what is left for the key that asks",
  description:
    "Limits, budgets and credits that count the calls of the key that the request shows, as they decide of its next call, and what it may use. Users' budgets are those of the user that `x-gateway-user-id` names, else of the key's owner. Counts against no limit, so that it can be asked when nothing is left. While the counters cannot be read it is 503.",
  errors: ["invalid_request_error", "permission_denied", "service_unavailable"],
  access: "public",
  envelope: "bare",
  response: currentKey,
});
