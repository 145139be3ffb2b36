// The result of asking one side for its turn: an answer, or the fault that prevented it.
import { excerpt } from "@/lib/bounds/excerpt";
import { storable } from "@/lib/bounds/storable";
import type { FaultKind, FaultSide } from "@/lib/contracts/simulation/call-names";
import { MAX_TOOL_CALLS, type ToolCall, type TurnMessage, toolCall } from "@/lib/contracts/simulation/call-parts";
import type { ModelAnswer } from "@/lib/evaluation/judge/judge";
import { spendOf, wholeCost } from "@/lib/evaluation/judge/spend";
import { isRecord, recordsIn, textIn } from "@/lib/records";

export interface Measures {
  /** Null if it was not measured. */
  latencyMs: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Where only the total was reported. */
  totalTokens?: number | null;
  /** Micro-dollars; null if unknown. */
  costMicros: number | null;
  /** Answers of gateway models without a price. */
  unpriced: number;
  model: string | null;
  traceId: string | null;
}

/** The cost of a gateway answer. */
export function costsOf(answer: ModelAnswer): Pick<Measures, "costMicros" | "unpriced"> {
  const spend = spendOf(answer);
  return { costMicros: wholeCost(spend), unpriced: spend.unpriced };
}

/** For an answer that came from no gateway model. */
export const noCosts = { costMicros: null, unpriced: 0 };

export interface Answered extends Measures {
  ok: true;
  messages: TurnMessage[];
  /** The state that the agent reports; null if it reports none. */
  state: Record<string, unknown> | null;
  ends: boolean;
}

export interface Unanswered {
  ok: false;
  side: FaultSide;
  kind: FaultKind;
  message: string;
  /** The evidence. */
  text: string;
  /** Whether the question may be retried, and after how many seconds; null leaves the time to the caller. */
  mayRetry: boolean;
  retryAfterSeconds: number | null;
}

export type Answer = Answered | Unanswered;

export const unanswered = (
  side: FaultSide,
  kind: FaultKind,
  message: string,
  text = "",
  retry: Partial<Pick<Unanswered, "mayRetry" | "retryAfterSeconds">> = {},
): Unanswered => ({
  ok: false,
  side,
  kind,
  message,
  text: storable(excerpt(text, 500)),
  mayRetry: false,
  retryAfterSeconds: null,
  ...retry,
});

/** A refusal by the gateway as a fault. The fault source is always the provider. */
export function refusalOf({ status, body, retryAfterSeconds, ...answer }: ModelAnswer): Unanswered {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const text = textIn(error.message) || `The gateway answered ${status}.`;
  const code = textIn(error.code);
  const isFinal = "shouldRetry" in answer && answer.shouldRetry === false;
  if (code === "budget_exceeded" || code === "payment_required" || status === 402)
    return unanswered("provider", "budget", "The budget for the model is used up.", text, {
      mayRetry: status === 429 && !isFinal,
      retryAfterSeconds,
    });
  if (status === 429)
    return unanswered("provider", "rate_limited", "The provider is rate limiting requests.", text, {
      mayRetry: !isFinal,
      retryAfterSeconds,
    });
  if (status === 403 || code === "content_blocked")
    return unanswered("provider", "refusal", "The request was refused.", text);
  if (status === 404 || status === 401 || status === 400 || status === 501)
    return unanswered("provider", "not_configured", "The model cannot be called as it is configured.", text);
  if (status === 504 || status === 408)
    return unanswered("provider", "timeout", "The provider did not answer in time.", text, {
      mayRetry: !isFinal,
      retryAfterSeconds,
    });
  return unanswered("provider", "unavailable", "The provider failed.", text, {
    mayRetry: !isFinal,
    retryAfterSeconds,
  });
}

const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;

export const usageIn = (body: Record<string, unknown>) => {
  const usage = isRecord(body.usage) ? body.usage : {};
  return {
    inputTokens: count(usage.prompt_tokens ?? usage.input_tokens),
    outputTokens: count(usage.completion_tokens ?? usage.output_tokens),
  };
};

/** The tool calls of a message that can be parsed. */
export const toolCallsOf = (value: unknown): ToolCall[] =>
  recordsIn(value)
    .slice(0, MAX_TOOL_CALLS)
    .flatMap((call) => {
      const named = isRecord(call.function)
        ? call
        : { ...call, function: { name: call.name, arguments: call.arguments } };
      const inner = isRecord(named.function) ? named.function : {};
      const rawArguments = isRecord(inner.arguments) ? JSON.stringify(inner.arguments) : inner.arguments;
      const read = toolCall.safeParse({ ...named, function: { ...inner, arguments: rawArguments ?? "{}" } });
      return read.success ? [read.data] : [];
    });

/** The text of a content, which may be a list of parts. */
export function contentOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return null;
  return recordsIn(value)
    .map((part) => textIn(part.text))
    .join("");
}

/** The first choice of a chat completion; null if the body is not one. */
export function choiceIn(body: unknown) {
  const [choice] = isRecord(body) ? recordsIn(body.choices) : [];
  if (!choice || !isRecord(choice.message)) return null;
  const { message } = choice;
  return {
    content: contentOf(message.content) ?? "",
    refusal: textIn(message.refusal),
    toolCalls: toolCallsOf(message.tool_calls),
    finish: textIn(choice.finish_reason),
  };
}
