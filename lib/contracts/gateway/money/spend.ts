// The cost of the gateway's calls, according to the ledger.
import { z } from "zod";
import { define } from "../../define";
import { day, id } from "../../shapes";

const name = z.string().min(1).max(255);
export const MAX_SPEND_DAYS = 366;

const spendDimensions = ["day", "model", "key", "user", "provider"] as const;
export type SpendDimension = (typeof spendDimensions)[number];

const sums = {
  requests: z.int().meta({
    description: "Requests that a model answered, and judges' calls. The log finds them by `charged`",
  }),
  unpriced_requests: z.int().meta({ description: "Requests without a cost, because their model has no price" }),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_micros: z
    .int()
    .nullable()
    .meta({ description: "In micro-dollars, for the requests with a price; null if no cost is known" }),
};

const spendGroup = z
  .object({
    value: z.string().nullable().meta({
      description: "A day, provider/model, a key's id, a user or a provider; null for calls without a user",
    }),
    name: z
      .string()
      .nullable()
      .meta({ description: "Name of the key; null after it was deleted, and in other groupings" }),
    ...sums,
  })
  .meta({ id: "SpendGroup" });
export type SpendGroup = z.infer<typeof spendGroup>;

const spendFilters = {
  from: day.optional().meta({ description: "First day" }),
  to: day.optional().meta({ description: "Last day, today by default" }),
  organization_id: id.optional().meta({ description: "Only this organization; for the operator" }),
  key_id: id.optional().meta({ description: "Only this key" }),
  user: name.optional().meta({ description: "Only this user" }),
  model: name.optional().meta({ description: "The requested model, the model that answered, or provider/model" }),
  provider: name.optional().meta({ description: "Only this provider" }),
};

export const getGatewaySpend = define({
  name: "getGatewaySpend",
  method: "GET",
  path: "/-/spend",
  tag: "Gateway administration",
  errors: ["not_found"],
  access: "gateway",
  envelope: "bare",
  summary: "Get the cost of calls by day, model, key, user or provider",
  description: `Sums of the ledger over UTC days, exact to the micro-dollar. A day is complete when its calls are settled. By day, every day of the range is listed in order; otherwise the most expensive groups come first. \`has_more\` says whether groups were left out; \`total\` includes them. Requests that no model answered, such as refused or cached ones, cost nothing and are not counted. Without \`from\` the last 30 days; ${MAX_SPEND_DAYS} days at most.`,
  query: z.strictObject({
    ...spendFilters,
    by: z.enum(spendDimensions).default("day").meta({ description: "How to group the calls, by day by default" }),
    limit: z
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .meta({ description: "Maximum number of groups, 100 by default; days are always complete" }),
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

export const exportGatewaySpend = define({
  name: "exportGatewaySpend",
  method: "GET",
  path: "/-/spend/export",
  tag: "Gateway administration",
  errors: ["not_found"],
  access: "gateway",
  envelope: "file",
  answers: ["text/csv"],
  summary: "Download the cost of calls as CSV",
  description: `Streams a row for each day, key, user and model, oldest day first: the figures of the spend, which they sum up to. \`cost_usd\` is exact to the millionth, and empty if no cost is known. Without \`from\` the last 30 days; ${MAX_SPEND_DAYS} days at most. The download is recorded in the audit log.`,
  query: z.strictObject(spendFilters),
  response: z.unknown(),
  example: { from: "2026-01-01", to: "2026-01-31" },
});
