// A finished request as it is stored: its line in the log, and its span where a trace is kept.
import { storable } from "@/lib/bounds/storable";
import type { RequestRecord } from "@/lib/contracts/gateway/request-record";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { callSpan, codeOf, messageOf, nameOf, type Sha256, statusCodeOf, tokensIn } from "./call-span";
import type { CompletedRequest } from "./recorder";
import { brokenOffStatus, type CompletedCall } from "./watch-call";

export interface RecordedRequest {
  request: RequestRecord;
  /** Null where no trace is kept of it. */
  span: SpanRecord | null;
}

const MAX_MESSAGE = 1_000;
const MAX_USER_AGENT = 300;
const MAX_ATTEMPTS = 50;
/** Input and output of its span are cut at `limit` characters each. */
export async function recordOf(completed: CompletedRequest, limit: number, sha256: Sha256): Promise<RecordedRequest> {
  const { call } = completed;
  const span = call && call.traceId !== null ? await callSpan(call, limit, sha256) : null;
  return { request: requestOf(completed, call, span), span };
}

function requestOf(completed: CompletedRequest, call: CompletedCall | null, span: SpanRecord | null): RequestRecord {
  const { body, labels, startedAt, endedAt } = completed;
  const outcome = call?.outcome ?? completed.refusal ?? "answered";
  const target = call?.target;
  const first = call?.firstChunkAt ?? null;
  const tracing = call?.tracing ?? "full";
  return {
    id: completed.id,
    organizationId: completed.organizationId,
    keyId: completed.keyId,
    requestId: completed.requestId,
    operation: completed.operation,
    requestedModel: body && nameOf(body.model),
    provider: target ? nameOf(target.provider.name) : null,
    model: target ? nameOf(target.model) : null,
    prompt: completed.prompt && {
      name: storable(completed.prompt.name),
      version: completed.prompt.version,
      label: completed.prompt.label && storable(completed.prompt.label),
    },
    user: completed.user && nameOf(completed.user),
    session: labels?.session ? storable(labels.session) : null,
    status: statusCodeOf({ outcome, firstChunkAt: first }) ?? brokenOffStatus[outcome === "stopped" ? outcome : "left"],
    code: codeOf(outcome),
    message: outcome === "answered" ? null : storable(messageOf({ outcome, tracing }).slice(0, MAX_MESSAGE)),
    startedAt,
    latencyMs: Math.max(0, Math.round(endedAt - startedAt)),
    firstChunkMs: first === null ? null : Math.max(0, Math.round(first - startedAt)),
    isStream: body?.stream === true,
    inputTokens: tokensIn(call?.answer?.inputTokens),
    outputTokens: tokensIn(call?.answer?.outputTokens),
    costMicros: completed.cost,
    cache: completed.cache,
    guardrails: completed.guardrails.map(({ reason, ...fired }) => ({ ...fired, reason: reason && storable(reason) })),
    attempts: call ? attemptsOf(call, startedAt) : [],
    userAgent: completed.userAgent && storable(completed.userAgent.slice(0, MAX_USER_AGENT)),
    traceId: span?.traceId ?? null,
    spanId: span?.spanId ?? null,
    words: "",
  };
}

const attemptsOf = ({ attempts, endedAt }: CompletedCall, startedAt: number): RequestRecord["attempts"] =>
  attempts.slice(0, MAX_ATTEMPTS).map(({ target, failure, ...at }) => ({
    provider: nameOf(target.provider.name),
    model: nameOf(target.model),
    started_after_ms: Math.round(at.startedAt - startedAt),
    latency_ms: Math.max(0, Math.round((at.endedAt ?? endedAt) - at.startedAt)),
    code: failure?.code ?? null,
    provider_status: failure?.detail.providerStatus ?? null,
  }));
