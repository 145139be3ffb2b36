// The span of a finished call. Names of attributes: OpenTelemetry's GenAI semantic conventions.
import { storable } from "@/lib/bounds/storable";
import { failures } from "@/lib/contracts/gateway/failures";
import type { RequestCode } from "@/lib/contracts/gateway/request-record";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { SERVER_STOPPED } from "@/lib/exchange/signal";
import { GatewayFailure } from "../errors";
import { usdOf } from "../money/amount";
import { shorten } from "./shorten";
import type { BrokenOff, CompletedCall } from "./watch-call";

/** A text's SHA-256 in lowercase hexadecimal digits. */
export type Sha256 = (text: string) => string | Promise<string>;

/** The project of calls that name none. */
const PROJECT = "Gateway";
const brokenOffTexts: Record<BrokenOff, string> = {
  left: "The client disconnected before the answer was complete.",
  stopped: SERVER_STOPPED.message,
};
const MAX_NAME = 200;
const MAX_TOKENS = 2_147_483_647;

/**
 * The call's span, the root of a trace of its own. Input and output are cut at `limit` characters each. Ids come from the
 * request's id; calls that a client makes under one id, but with other contents, are spans of one trace.
 */
export async function callSpan(call: CompletedCall, limit: number, sha256: Sha256): Promise<SpanRecord> {
  const input = shorten(call.body.messages, limit);
  const output = shorten(outputOf(call), limit);
  const isFull = call.tracing === "full";
  const isShortened = isFull && (input.isShortened || output.isShortened);
  const { body, answer, target, startedAt, labels, operation } = call;
  const traceId = call.traceId ?? (await sha256(call.requestId)).slice(0, 32);
  const endedAt = Math.max(startedAt, call.endedAt);
  const promptTokens = tokensIn(answer?.inputTokens);
  const completionTokens = tokensIn(answer?.outputTokens);
  const isCounted = promptTokens !== null || completionTokens !== null;
  return {
    project: storable(labels.project ?? PROJECT),
    session: labels.session === null ? null : storable(labels.session),
    userId: labels.user === null ? null : storable(labels.user),
    environment: null,
    tags: null,
    traceId,
    // The same in every process, so that a span delivered twice is stored once.
    spanId: (await sha256(`${traceId}\n${body.model}\n${JSON.stringify(input.value)}`)).slice(0, 16),
    parentSpanId: null,
    isEntry: operation !== "judge",
    name: storable(`${operationNames[operation]} ${body.model.slice(0, MAX_NAME)}`),
    kind: "CLIENT",
    observationType: operation === "embeddings" ? "embedding" : "llm",
    status: call.outcome === "answered" ? "OK" : "ERROR",
    statusMessage: storable(messageOf(call)),
    startedAt: instant(startedAt),
    endedAt: instant(endedAt),
    latencyMs: endedAt - startedAt,
    input: isFull ? input.value : null,
    output: isFull ? output.value : null,
    model: nameOf(answer ? (answer.model ?? target.model) : body.model),
    provider: nameOf(target.provider.name),
    promptTokens,
    completionTokens,
    totalTokens: isCounted ? tokensIn((promptTokens ?? 0) + (completionTokens ?? 0)) : null,
    costUsd: usdOf(call.cost),
    attributes: attributesOf(requestOf(call), answerOf(call), labelsOf(call), {
      "gateway.shortened": isShortened || undefined,
    }),
    resource: {},
    events: eventsOf(call),
    links: [],
  };
}

/** As OpenTelemetry's conventions name them. */
const operationNames: Record<CompletedCall["operation"], string> = {
  chat: "chat",
  completions: "text_completion",
  embeddings: "embeddings",
  messages: "chat",
  responses: "chat",
  judge: "chat",
};

/** What guardrails did, and each try of a provider that failed. */
const eventsOf = ({ guardrails, attempts, endedAt }: CompletedCall): SpanRecord["events"] => [
  ...attempts.flatMap(({ target, failure, endedAt: at }) =>
    failure === null || at === null
      ? []
      : [
          {
            name: "gateway.attempt.failed",
            time: instant(at),
            attributes: attributesOf({
              "gen_ai.provider.name": target.provider.name,
              "gateway.model_used": target.model,
              "error.type": failure.code,
              "gateway.provider_status": failure.detail.providerStatus,
            }),
          },
        ],
  ),
  ...guardrails.map(({ name, stage, effect, score, reason }) => ({
    name: "gateway.guardrail",
    time: instant(endedAt),
    attributes: attributesOf({
      "gateway.guardrail.name": name,
      "gateway.guardrail.stage": stage,
      "gateway.guardrail.action": effect,
      "gateway.guardrail.score": score,
      "gateway.guardrail.reason": reason,
    }),
  })),
];

type Values = Record<string, string | number | boolean | readonly string[] | null | undefined>;

const requestOf = ({ body, target, keyId, requestId, operation, attempts, prompt }: CompletedCall): Values => ({
  "gen_ai.operation.name": operationNames[operation],
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
  "gateway.prompt.name": prompt?.name,
  "gateway.prompt.version": prompt?.version,
  "gateway.prompt.label": prompt?.label,
  "gateway.stream": body.stream === true,
  "gateway.cache": attempts.length === 0 ? "hit" : undefined,
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
    "error.type": codeOf(outcome) ?? undefined,
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

/** The code of the request in the log; null if it was answered. */
export function codeOf(outcome: CompletedCall["outcome"]): RequestCode | null {
  if (outcome === "answered") return null;
  if (outcome === "left") return "client_left";
  return outcome === "stopped" ? "server_stopped" : outcome.code;
}

/** If contents are not kept, a provider's error text is not either: it may quote them. */
export function messageOf({ outcome, tracing }: Pick<CompletedCall, "outcome" | "tracing">): string {
  if (outcome === "answered") return "";
  if (outcome === "left" || outcome === "stopped") return brokenOffTexts[outcome];
  const { providerStatus } = outcome.detail;
  const isQuoting = providerStatus !== undefined && tracing === "metadata";
  return isQuoting ? `provider error (HTTP ${providerStatus})` : outcome.message;
}

/** To HTTP, a stream that has begun was a success, whatever its outcome; a disconnected client saw no answer. */
export function statusCodeOf({
  outcome,
  firstChunkAt,
}: Pick<CompletedCall, "outcome" | "firstChunkAt">): number | undefined {
  if (outcome === "answered" || firstChunkAt !== null) return 200;
  return outcome instanceof GatewayFailure ? (outcome.detail.status ?? failures[outcome.code].status) : undefined;
}

const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

export const tokensIn = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS ? value : null;

export const nameOf = (text: string): string => storable(text.slice(0, MAX_NAME));

/** The members of several objects that are set. Fills one object: spreading several takes twenty times as long. */
function attributesOf(...parts: readonly Values[]): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const part of parts) {
    for (const key of Object.keys(part)) {
      const value = part[key];
      if (value === undefined || value === null) continue;
      const isList = typeof value === "object";
      attributes[key] = isList ? value.map(storable) : typeof value === "string" ? storable(value) : value;
    }
  }
  return attributes;
}

/** ISO 8601 to the microsecond, as spans are stored. */
const instant = (milliseconds: number): string => new Date(Math.round(milliseconds)).toISOString().replace("Z", "000Z");
