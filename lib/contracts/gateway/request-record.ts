// A request in the gateway's log. Its contents are only in its trace's span.
import { z } from "zod";
import { cacheOutcomes } from "../names";
import { failures } from "./failures";

/** The kind of the request, by its path; `judge` for a guardrail's own call, which is logged beside the request. */
export const gatewayOperations = ["chat", "completions", "embeddings", "messages", "responses", "judge"] as const;
export type GatewayOperation = (typeof gatewayOperations)[number];

/** How a request ended: its error code, or that its client disconnected or the server stopped. */
// Safe: they are that object's names.
export const requestCodes = [
  ...(Object.keys(failures) as (keyof typeof failures)[]),
  "client_left",
  "server_stopped",
] as const;
export type RequestCode = (typeof requestCodes)[number];
export const guardrailEffects = ["block", "alter", "warn", "log"] as const;

const text = z.string();
const count = z.int().nonnegative().nullable();

/** A guardrail that fired. Its reason never quotes the text. */
export const firedGuardrail = z.object({
  name: text,
  stage: z.enum(["pre", "post"]),
  effect: z.enum(guardrailEffects),
  score: z.number(),
  reason: text.nullable(),
});
export type FiredGuardrail = z.infer<typeof firedGuardrail>;

/** One attempt at a provider. */
export const providerAttempt = z.object({
  provider: text,
  model: text,
  /** Milliseconds since the request arrived. */
  started_after_ms: z.int(),
  latency_ms: z.int().nullable(),
  /** The error code; null if it answered. */
  code: text.nullable(),
  /** The status with which the provider refused. */
  provider_status: z.int().nullable(),
});
export type ProviderAttempt = z.infer<typeof providerAttempt>;

/** The version of a prompt that a request was filled with. */
export const usedPrompt = z.object({ name: text, version: text, label: text.nullable() });
export type UsedPrompt = z.infer<typeof usedPrompt>;

export const requestRecord = z.object({
  /** The gateway's own id: a client can use a request id twice. */
  id: z.guid(),
  organizationId: z.guid().nullable(),
  keyId: z.guid(),
  requestId: text,
  operation: z.enum(gatewayOperations),
  /** Null if the body could not be read. */
  requestedModel: text.nullable(),
  /** The provider that answered, or the last one tried; null if none was. */
  provider: text.nullable(),
  model: text.nullable(),
  /** Null for none, and in records from before there were prompts. */
  prompt: usedPrompt.nullish(),
  user: text.nullable(),
  session: text.nullable(),
  /** The HTTP status; 499 if the client disconnected, 503 if the server stopped. */
  status: z.int(),
  code: text.nullable(),
  message: text.nullable(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  latencyMs: z.int().nonnegative(),
  firstChunkMs: count,
  isStream: z.boolean(),
  inputTokens: count,
  outputTokens: count,
  /** Micro-dollars; null for a model without a price. */
  costMicros: count,
  cache: z.enum(cacheOutcomes).nullable(),
  guardrails: z.array(firedGuardrail),
  attempts: z.array(providerAttempt),
  userAgent: text.nullable(),
  /** OpenTelemetry's ids; null if no model was called. */
  traceId: text.nullable(),
  spanId: text.nullable(),
  /** Empty. A server from before 0258 that stores the record of a newer one requires it. */
  words: text.optional(),
});
export type RequestRecord = z.infer<typeof requestRecord>;
