// The log of the gateway's requests, and their cost.
import { z } from "zod";
import { define } from "../define";
import { cacheOutcomes } from "../names";
import { id, json, jsonObject, timestamp } from "../shapes";
import { firedGuardrail, gatewayOperations, providerAttempt, requestCodes, usedPrompt } from "./request-record";

const tag = "Gateway administration";
const name = z.string().min(1).max(255);
const micros = z.int().nullable().meta({ description: "In micro-dollars; null for a model without a price" });
const access = { access: "gateway", envelope: "bare", tag } as const;

export const gatewayRequest = z
  .object({
    id: id.meta({ description: "The gateway's own id, because a client can use a request id twice" }),
    request_id: z.string().meta({ description: "The client's id, or else the gateway's" }),
    organization_id: id.nullable(),
    key_id: id,
    key_name: z.string().nullable().meta({ description: "Null after the key was deleted" }),
    operation: z.enum(gatewayOperations),
    requested_model: z.string().nullable().meta({ description: "Null if the request could not be read" }),
    provider: z
      .string()
      .nullable()
      .meta({ description: "The provider that answered, or the last one tried; null if none was" }),
    model: z.string().nullable().meta({ description: "The provider's name for the model; null if none was tried" }),
    prompt: usedPrompt.nullable().meta({ description: "The version of a prompt that was filled in; null for none" }),
    user: z.string().nullable(),
    session: z.string().nullable(),
    status: z.int().meta({ description: "HTTP status; 499 if the client disconnected, 503 if the server stopped" }),
    code: z.enum(requestCodes).nullable().meta({ description: "Error code; null for an answered request" }),
    started_at: timestamp,
    latency_ms: z.int(),
    first_chunk_ms: z.int().nullable().meta({ description: "Time to the first chunk of a stream; null without one" }),
    is_stream: z.boolean(),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    cost_micros: micros,
    cache: z.enum(cacheOutcomes).nullable(),
    guardrails: z.array(firedGuardrail).meta({ description: "Guardrails that fired" }),
    attempts: z.array(providerAttempt).meta({ description: "Attempts in order; empty if the first target answered" }),
    trace_id: z.string().nullable().meta({ description: "OpenTelemetry trace id; null if no trace is kept" }),
  })
  .meta({ id: "GatewayRequest" });
export type GatewayRequest = z.infer<typeof gatewayRequest>;

const atLeast = z.int().min(0).max(1_000_000_000_000);

const requestFilters = {
  organization_id: id.optional().meta({ description: "Only this organization; for the operator" }),
  from: timestamp.optional().meta({ description: "Only requests that started then or later" }),
  to: timestamp.optional().meta({ description: "Only requests that started before" }),
  search: z.string().max(255).optional().meta({
    description:
      "Words that all occur in the request's span: in the first 50,000 characters of its name, messages, answer and attributes, as far as they are kept. The last may be the beginning of a word",
  }),
  status: z
    .int()
    .min(100)
    .max(599)
    .optional()
    .meta({ description: "HTTP status; 499 if the client disconnected, 503 if the server stopped" }),
  code: z.enum(requestCodes).optional().meta({ description: "Error code of the failure" }),
  failed: z.boolean().optional().meta({ description: "Only requests that were not answered" }),
  charged: z.boolean().optional().meta({
    description:
      "Only requests in the ledger, which the spend counts: a model answered them, whatever happened afterwards",
  }),
  model: name.optional().meta({ description: "The requested model, the model that answered, or provider/model" }),
  provider: name.optional().meta({ description: "The provider that answered, or the last one tried" }),
  operation: z
    .enum(gatewayOperations)
    .optional()
    .meta({ description: "The request's path; `judge` for calls of guardrail judges" }),
  key_id: id.optional().meta({ description: "Only requests with this key" }),
  prompt: name.optional().meta({ description: "The prompt that was filled in, as name or name@v3" }),
  user: name.optional().meta({ description: "The user in the request, or else the key's owner" }),
  session: name.optional().meta({ description: "The session in the request" }),
  request_id: name.optional().meta({ description: "The client's id, or else the gateway's" }),
  trace_id: z
    .string()
    .regex(/^[\da-f]{32}$/, "Must be 32 hexadecimal digits.")
    .optional()
    .meta({ description: "OpenTelemetry trace id" }),
  cache: z.enum(cacheOutcomes).optional().meta({ description: "Result of the cache lookup" }),
  guardrail: z.string().max(255).optional().meta({ description: "Name of a guardrail that fired; empty for any" }),
  min_latency_ms: atLeast.optional().meta({ description: "Minimum duration" }),
  min_tokens: atLeast.optional().meta({ description: "Minimum tokens, input and output together" }),
  min_cost_micros: atLeast.optional().meta({ description: "Micro-dollars" }),
};

export const listGatewayRequests = define({
  name: "listGatewayRequests",
  method: "GET",
  path: "/-/requests",
  ...access,
  summary: "List requests, newest first",
  description:
    "Requests for a model with a valid key, answered or refused, by start time. They appear a moment after they end. Each process keeps 300 refusals per minute and key. Nothing is kept where `tracing` is `off`. A request must match every filter. `has_more` says whether there are older ones. To get them, send the id of the last request as `after`. A search reads contents for at most 1.5 seconds; `is_cut` says whether that was too short.",
  errors: ["not_found"],
  query: z.strictObject({
    ...requestFilters,
    limit: z.int().min(1).max(200).default(50).meta({ description: "Page size, 50 by default" }),
    after: id.optional().meta({ description: "Only requests after this one" }),
  }),
  response: z.object({
    object: z.literal("list"),
    data: z.array(gatewayRequest),
    has_more: z.boolean(),
    is_cut: z.boolean().meta({
      description:
        "Whether requests of this page may be missing: the search ended at a limit. With more filters or a shorter time it finds them",
    }),
  }),
  example: { failed: true, limit: 20 },
});

export const getGatewayRequest = define({
  name: "getGatewayRequest",
  method: "GET",
  path: "/-/requests/{log_id}",
  ...access,
  summary: "Get a request with its contents and cost",
  description:
    "One logged request by the gateway's own id, with its trace span, if one is kept, and its ledger entry, if it has a cost. Requests with the same request id and the same contents share a span, which describes the last of them.",
  errors: ["not_found"],
  params: z.object({ log_id: id.meta({ description: "The gateway's own id for the request" }) }),
  response: gatewayRequest.extend({
    message: z.string().nullable().meta({ description: "Message of the failure; null for an answered request" }),
    user_agent: z.string().nullable(),
    trace: z
      .object({
        id: id.meta({ description: "As in the trace" }),
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
        price_version: z.string().nullable().meta({
          description:
            "Source of the price, and its rates in USD per million tokens: input, cached input, cache write, output. Tokens at another rate follow with their number; null for a model without a price",
        }),
        credit_micros: z.int().meta({ description: "Change of the key's credits, in micro-dollars" }),
        input_tokens: z.int().nullable(),
        cached_input_tokens: z.int().nullable(),
        cache_write_tokens: z.int().nullable(),
        output_tokens: z.int().nullable(),
        is_estimated: z
          .boolean()
          .meta({ description: "Whether tokens are an estimate, because the provider did not report them" }),
      })
      .nullable(),
  }),
});

export const MOST_EXPORTED = 100_000;
/** With a search, which reads contents. */
export const MOST_FOUND = 1000;

export const exportGatewayRequests = define({
  name: "exportGatewayRequests",
  method: "GET",
  path: "/-/requests/export",
  ...access,
  envelope: "file",
  answers: ["text/csv"],
  summary: "Download the request log as CSV",
  description: `Streams the requests that match every filter, newest first, without their contents. At most the newest ${MOST_EXPORTED.toLocaleString("en")}; with \`search\` the newest ${MOST_FOUND.toLocaleString("en")}. If there are more, the file's name says so. A search that ended at its limit yields a file whose name has \`incomplete\`. \`cost_usd\` is exact to the millionth, and empty if no cost is known. The download is recorded in the audit log.`,
  errors: ["not_found"],
  query: z.strictObject(requestFilters),
  response: z.unknown(),
  example: { failed: true },
});
