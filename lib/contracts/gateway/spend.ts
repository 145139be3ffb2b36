// What the gateway's calls have cost, by the ledger.
import { z } from "zod";
import { define } from "../define";
import { id } from "../shapes";

const name = z.string().min(1).max(255);
const day = z.iso.date();
export const MAX_SPEND_DAYS = 366;

export const spendDimensions = ["day", "model", "key", "user", "provider"] as const;
export type SpendDimension = (typeof spendDimensions)[number];

const sums = {
  requests: z.int().meta({
    description: "Requests that a model answered, and judges' calls: those that the log finds by `charged`",
  }),
  unpriced_requests: z.int().meta({ description: "How many of them are in no cost: their model has no price" }),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_micros: z
    .int()
    .nullable()
    .meta({ description: "Micro-dollars of the requests with a price; null where none of it is known" }),
};

export const spendGroup = z
  .object({
    value: z.string().nullable().meta({
      description: "A day, provider/model, a key's id, a user or a provider; null for calls that name no user",
    }),
    name: z.string().nullable().meta({ description: "Of a key; null once it is gone, and for everything else" }),
    ...sums,
  })
  .meta({ id: "SpendGroup" });
export type SpendGroup = z.infer<typeof spendGroup>;

export const getGatewaySpend = define({
  name: "getGatewaySpend",
  method: "GET",
  path: "/-/spend",
  tag: "Gateway administration",
  errors: ["not_found"],
  access: "gateway",
  envelope: "bare",
  summary: "What calls have cost, by day, model, key, user or provider",
  description: `Sums of the ledger over days of UTC, each of them complete once its calls are settled: the same to the micro-dollar. By day every day of the range comes, in order; by anything else the dearest come first. \`has_more\` says whether groups were left out, which \`total\` counts as well. Requests that no model answered, such as refused ones and those that the cache answered, cost nothing and are not counted. Without \`from\` the last 30 days; ${MAX_SPEND_DAYS} at most.`,
  query: z.strictObject({
    by: z.enum(spendDimensions).default("day").meta({ description: "What calls are grouped by, day unless told" }),
    from: day.optional().meta({ description: "First day" }),
    to: day.optional().meta({ description: "Last day, today unless told" }),
    organization_id: id.optional().meta({ description: "Of one organization; for the operator" }),
    key_id: id.optional().meta({ description: "Of one key" }),
    user: name.optional().meta({ description: "Of one user" }),
    model: name.optional().meta({ description: "As it was asked for, or as it answered, or provider/model" }),
    provider: name.optional().meta({ description: "Of one provider" }),
    limit: z
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .meta({ description: "Most groups, 100 unless told; days are all there" }),
  }),
  response: z.object({
    object: z.literal("list"),
    from: day,
    to: day,
    total: z.object(sums),
    data: z.array(spendGroup),
    has_more: z.boolean(),
  }),
  example: { by: "model", from: "2026-01-01", to: "2026-01-31" },
});
