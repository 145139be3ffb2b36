// The log of the gateway's requests, and what they have cost.
import { z } from "zod";
import { define } from "../define";
import { cacheOutcomes } from "../names";
import { id, json, jsonObject, timestamp } from "../shapes";
import { firedGuardrail, gatewayOperations, providerAttempt, requestCodes } from "./request-record";

const tag = "Gateway administration";
const name = z.string().min(1).max(255);
const micros = z.int().nullable().meta({ description: "Micro-dollars; null for a model without a price" });
const access = { access: "gateway", envelope: "bare", tag } as const;

export const gatewayRequest = z
  .object({
    id: id.meta({ description: "The gateway's own: a client may use one request id twice" }),
    request_id: z.string().meta({ description: "As the client named it, else as the gateway did" }),
    organization_id: id.nullable(),
    key_id: id,
    key_name: z.string().nullable().meta({ description: "Null once the key is gone" }),
    operation: z.enum(gatewayOperations),
    requested_model: z.string().nullable().meta({ description: "Null where the request could not be read" }),
    provider: z.string().nullable().meta({ description: "Who has answered, or was asked last" }),
    model: z.string().nullable().meta({ description: "The provider's" }),
    user: z.string().nullable(),
    session: z.string().nullable(),
    status: z.int().meta({ description: "HTTP's; 499 where the client left" }),
    code: z.enum(requestCodes).nullable().meta({ description: "Null for a request that was answered" }),
    started_at: timestamp,
    latency_ms: z.int(),
    first_chunk_ms: z.int().nullable().meta({ description: "Until a stream's first chunk" }),
    is_stream: z.boolean(),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    cost_micros: micros,
    cache: z.enum(cacheOutcomes).nullable(),
    guardrails: z.array(firedGuardrail).meta({ description: "Those that fired" }),
    attempts: z.array(providerAttempt).meta({ description: "In their order; empty where the first one answered" }),
    trace_id: z.string().nullable().meta({ description: "OpenTelemetry's; null where no trace is kept" }),
  })
  .meta({ id: "GatewayRequest" });
export type GatewayRequest = z.infer<typeof gatewayRequest>;

const atLeast = z.int().min(0).max(1_000_000_000_000);

export const requestFilters = {
  organization_id: id.optional().meta({ description: "Of one organization; for the operator" }),
  from: timestamp.optional().meta({ description: "Begun then or later" }),
  to: timestamp.optional().meta({ description: "Begun before" }),
  search: z.string().max(255).optional().meta({
    description:
      "Words that all stand in the last message or the answer, the last of them perhaps the beginning of one, as far as those are kept: the first 500 characters of each",
  }),
  status: z.int().min(100).max(599).optional().meta({ description: "HTTP's; 499 where the client left" }),
  code: z.enum(requestCodes).optional().meta({ description: "What it failed with" }),
  failed: z.boolean().optional().meta({ description: "Only those that were not answered" }),
  charged: z.boolean().optional().meta({
    description: "Only those that the ledger has, which the spend counts: a model answered them, whatever came after",
  }),
  model: name.optional().meta({ description: "As it was asked for, or as it answered, or provider/model" }),
  provider: name.optional().meta({ description: "Who answered, or was asked last" }),
  operation: z
    .enum(gatewayOperations)
    .optional()
    .meta({ description: "The path that it came under; `judge` for calls of guardrails' judges" }),
  key_id: id.optional().meta({ description: "Under one key" }),
  user: name.optional().meta({ description: "As the request named its user, else the key's owner" }),
  session: name.optional().meta({ description: "As the request named its session" }),
  request_id: name.optional().meta({ description: "As the client named it, else as the gateway did" }),
  trace_id: z
    .string()
    .regex(/^[\da-f]{32}$/, "Must be 32 hexadecimal digits.")
    .optional()
    .meta({ description: "OpenTelemetry's" }),
  cache: z.enum(cacheOutcomes).optional().meta({ description: "What the cache made of it" }),
  guardrail: z.string().max(255).optional().meta({ description: "Name of one that fired; empty for any" }),
  min_latency_ms: atLeast.optional().meta({ description: "Took so long or longer" }),
  min_tokens: atLeast.optional().meta({ description: "Of input and output together" }),
  min_cost_micros: atLeast.optional().meta({ description: "Micro-dollars" }),
};

export const listGatewayRequests = define({
  name: "listGatewayRequests",
  method: "GET",
  path: "/-/requests",
  ...access,
  summary: "List requests, newest first",
  description:
    "Requests that asked for a model under a valid key, answered or refused, by the time when they began; a moment after they are over. Of one key's refusals 300 a minute are kept in each process, and nothing where `tracing` is `off`. Every filter that is given has to hold. `has_more` says whether there are older ones than these; the last one's id, as `after`, gets them.",
  errors: ["not_found"],
  query: z.strictObject({
    ...requestFilters,
    limit: z.int().min(1).max(200).default(50).meta({ description: "How many, 50 unless told" }),
    after: id.optional().meta({ description: "The requests that follow this one" }),
  }),
  response: z.object({ object: z.literal("list"), data: z.array(gatewayRequest), has_more: z.boolean() }),
  example: { failed: true, limit: 20 },
});

export const getGatewayRequest = define({
  name: "getGatewayRequest",
  method: "GET",
  path: "/-/requests/{log_id}",
  ...access,
  summary: "Get a request with what was said and what it cost",
  description:
    "One request of the log by the gateway's own id, with its trace's span, where one is kept, and its entry in the ledger, where it owed anything. Requests that came under one request id with the same contents share a span, which tells of the last of them.",
  errors: ["not_found"],
  params: z.object({ log_id: id.meta({ description: "The gateway's own id of the request" }) }),
  response: gatewayRequest.extend({
    message: z.string().nullable().meta({ description: "Of the failure" }),
    user_agent: z.string().nullable(),
    trace: z
      .object({
        id: id.meta({ description: "The trace's own" }),
        trace_id: z.string(),
        span_id: z.string(),
        project_id: id,
        project_name: z.string(),
        input: json,
        output: json,
        attributes: jsonObject,
      })
      .nullable(),
    ledger: z
      .object({
        cost_micros: micros,
        price_version: z.string().nullable(),
        credit_micros: z.int().meta({ description: "Micro-dollars that its key's credits have changed by" }),
        input_tokens: z.int().nullable(),
        cached_input_tokens: z.int().nullable(),
        cache_write_tokens: z.int().nullable(),
        output_tokens: z.int().nullable(),
        is_estimated: z.boolean().meta({ description: "Whether tokens are an estimate: the provider did not say" }),
      })
      .nullable(),
  }),
});
