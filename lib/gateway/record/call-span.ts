// A finished call as the span that stands for it, in OpenTelemetry's JSON form. Names of attributes: the GenAI semantic
// conventions, OpenInference for contents, which leaves messages in the form in which clients send them.

import { failures } from "@/lib/contracts/gateway/failures";
import type { OtlpSpan } from "@/lib/contracts/traces/otlp";
import { GatewayFailure } from "../errors";
import { sha256 } from "../sha256";
import { shorten } from "./shorten";
import type { CallStart, CompletedCall } from "./watch-call";

export interface TracedCall {
  organizationId: string;
  span: OtlpSpan;
}

const CLIENT = 3;
const OK = 1;
const ERROR = 2;
const LEFT = "The client left before the answer was complete.";

/** The same in every process: what is delivered twice is stored once. */
export const traceIdOf = async (call: Pick<CallStart, "organizationId" | "requestId">): Promise<string> =>
  (await sha256(`${call.organizationId}\n${call.requestId}`)).slice(0, 32);

/**
 * The call's span, the root of a trace of its own. Input and output are cut at `limit` characters each. Ids come from the
 * request's id; calls that a client makes under one id, but with other contents, are spans of one trace.
 */
export async function callSpan(call: CompletedCall, limit: number): Promise<TracedCall> {
  const input = shorten(call.body.messages, limit);
  const inputText = JSON.stringify(input.value);
  const output = shorten(outputOf(call), limit);
  const contents = {
    "input.value": inputText,
    "input.mime_type": "application/json",
    ...contentOf(output.value),
    "gateway.shortened": input.isShortened || output.isShortened || undefined,
  };
  const traceId = await traceIdOf(call);
  return {
    organizationId: call.organizationId,
    span: {
      traceId,
      spanId: (await sha256(`${traceId}\n${call.body.model}\n${inputText}`)).slice(0, 16),
      name: `chat ${call.body.model.slice(0, 200)}`,
      kind: CLIENT,
      startTimeUnixNano: nanoseconds(call.startedAt),
      endTimeUnixNano: nanoseconds(Math.max(call.startedAt, call.endedAt)),
      status: statusOf(call),
      attributes: attributesOf({
        ...requestOf(call),
        ...answerOf(call),
        ...labelsOf(call),
        ...(call.tracing === "full" ? contents : {}),
      }),
    },
  };
}

type Values = Record<string, string | number | boolean | readonly string[] | null | undefined>;

const requestOf = ({ body, target, keyId, requestId }: CompletedCall): Values => ({
  "gen_ai.operation.name": "chat",
  "gen_ai.provider.name": target.provider.name,
  "gen_ai.system": target.provider.name,
  "gen_ai.request.model": body.model,
  "gen_ai.request.temperature": numberIn(body.temperature),
  "gen_ai.request.top_p": numberIn(body.top_p),
  "gen_ai.request.max_tokens": numberIn(body.max_completion_tokens) ?? numberIn(body.max_tokens),
  "gen_ai.request.frequency_penalty": numberIn(body.frequency_penalty),
  "gen_ai.request.presence_penalty": numberIn(body.presence_penalty),
  "gen_ai.request.seed": numberIn(body.seed),
  "gen_ai.request.choice.count": numberIn(body.n),
  "gateway.request_id": requestId,
  "gateway.key_id": keyId,
  "gateway.model_used": target.model,
  "gateway.stream": body.stream === true,
});

function answerOf(call: CompletedCall): Values {
  const { answer, outcome, firstChunkAt, startedAt, target } = call;
  const reasons = answer?.choices.flatMap((choice) => choice.finishReason ?? []) ?? [];
  return {
    "gen_ai.response.id": answer?.id,
    "gen_ai.response.model": answer?.model ?? (answer ? target.model : undefined),
    "gen_ai.response.finish_reasons": reasons.length > 0 ? reasons : undefined,
    "gen_ai.usage.input_tokens": answer?.inputTokens,
    "gen_ai.usage.output_tokens": answer?.outputTokens,
    "gateway.time_to_first_chunk_ms": firstChunkAt === null ? undefined : Math.max(0, firstChunkAt - startedAt),
    "http.response.status_code": statusCodeOf(call),
    "error.type": outcome === "answered" ? undefined : outcome === "left" ? "client_left" : outcome.code,
  };
}

const labelsOf = ({ labels: { project, session, user, metadata } }: CompletedCall): Values => ({
  "project.name": project,
  "session.id": session,
  "user.id": user,
  metadata: Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : undefined,
});

/** The text of an answer that is nothing else, else its messages. */
function outputOf({ answer }: CompletedCall): unknown {
  const messages = answer?.choices.map(({ message }) => message) ?? [];
  const [only, ...others] = messages;
  if (!only) return null;
  const text = typeof only.content === "string" && !only.tool_calls && !only.function_call ? only.content : "";
  return text !== "" && others.length === 0 ? text : messages;
}

function contentOf(output: unknown): Values {
  if (output === null) return {};
  return typeof output === "string"
    ? { "output.value": output, "output.mime_type": "text/plain" }
    : { "output.value": JSON.stringify(output), "output.mime_type": "application/json" };
}

function statusOf({ outcome }: CompletedCall): OtlpSpan["status"] {
  if (outcome === "answered") return { code: OK };
  return { code: ERROR, message: outcome === "left" ? LEFT : outcome.message };
}

/** A stream that has begun was a success to HTTP, whatever became of it; nobody saw the answer to a client that had left. */
function statusCodeOf({ outcome, firstChunkAt }: CompletedCall): number | undefined {
  if (outcome === "answered" || firstChunkAt !== null) return 200;
  return outcome instanceof GatewayFailure ? (outcome.detail.status ?? failures[outcome.code].status) : undefined;
}

const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

const attributesOf = (values: Values): OtlpSpan["attributes"] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: anyValue(value) }],
  );

function anyValue(value: string | number | boolean | readonly string[]): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  return { arrayValue: { values: value.map((entry) => ({ stringValue: entry })) } };
}

const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds)}000000`;
