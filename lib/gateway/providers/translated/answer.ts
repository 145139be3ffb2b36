// Answers of the AI SDK's models in OpenAI's format.
import type {
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3GenerateResult,
  LanguageModelV3Usage,
  SharedV3ProviderMetadata,
} from "@ai-sdk/provider";
import { unfinished } from "../finish-reasons";
import { joinedId } from "../tool-call-id";

/** The members that every chunk and the whole answer have. */
export interface Envelope {
  id: string;
  created: number;
  model: string;
}

export function completionOf(result: LanguageModelV3GenerateResult, envelope: Envelope): Record<string, unknown> {
  const { content, finishReason, usage, response } = result;
  const calls = content.flatMap((part) => (part.type === "tool-call" ? [part] : [])).map(callOf);
  const reasoning = textOf(content, "reasoning");
  const text = textOf(content, "text");
  const failure = failureOf(finishReason, text !== "" || calls.length > 0);
  if (failure) return { error: failure };
  const message = {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    ...envelope,
    id: response?.id ?? envelope.id,
    object: "chat.completion",
    model: response?.modelId ?? envelope.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reasonOf(finishReason, calls.length > 0) }],
    ...usageMember(usage),
  };
}

const textOf = (content: readonly LanguageModelV3Content[], type: "text" | "reasoning"): string =>
  content.flatMap((part) => (part.type === type ? [part.text] : [])).join("");

interface Called {
  toolCallId: string;
  toolName: string;
  input: string;
  providerMetadata?: SharedV3ProviderMetadata;
}

export const callOf = ({ toolCallId, toolName, input, providerMetadata }: Called) => ({
  id: joinedId({ id: toolCallId, signature: signatureIn(providerMetadata) }),
  type: "function",
  function: { name: toolName, arguments: input || "{}" },
});

function signatureIn(metadata: SharedV3ProviderMetadata | undefined): string | null {
  const signature = metadata?.google?.thoughtSignature;
  return typeof signature === "string" ? signature : null;
}

/** Reasons that the SDK calls `other`, with which providers end what is no answer. */
const FAILURES = new Set([
  "TIMEOUT",
  "MALFORMED_RESPONSE",
  "UNEXPECTED_TOOL_CALL",
  "TOO_MANY_TOOL_CALLS",
  "MISSING_THOUGHT_SIGNATURE",
  "malformed_model_output",
  "malformed_tool_use",
]);

/** The error of an answer that did not come to its end; an unknown end is one if nothing was said. */
export function failureOf({ unified, raw }: LanguageModelV3FinishReason, hasContent: boolean) {
  const hasFailed = unified === "error" || (raw !== undefined && FAILURES.has(raw));
  return hasFailed || (unified === "other" && !hasContent && !knownOf(raw)) ? unfinished(raw ?? unified) : null;
}

/** Further reasons that the SDK calls `other`. */
const KNOWN = new Map([
  ["model_context_window_exceeded", "length"],
  ["MODEL_ARMOR", "content_filter"],
  ["IMAGE_PROHIBITED_CONTENT", "content_filter"],
]);
const knownOf = (raw: string | undefined): string | undefined => (raw === undefined ? undefined : KNOWN.get(raw));

export function reasonOf({ unified, raw }: LanguageModelV3FinishReason, hasCalls: boolean): string {
  const known = knownOf(raw);
  if (known) return known;
  if (hasCalls && (unified === "stop" || unified === "other")) return "tool_calls";
  if (unified === "tool-calls") return "tool_calls";
  if (unified === "content-filter") return "content_filter";
  return unified === "length" ? "length" : "stop";
}

/** No member if the provider has reported nothing: a missing value is estimated, but a 0 would be believed. */
export function usageMember({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): { usage?: object } {
  const [input, output] = [inputTokens.total, outputTokens.total];
  if (input === undefined && output === undefined) return {};
  // Cohere counts its own templates, too, and takes less for them.
  const billed = raw?.billed_units;
  return {
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input === undefined || output === undefined ? undefined : input + output,
      prompt_tokens_details: {
        cached_tokens: inputTokens.cacheRead,
        cache_write_tokens: inputTokens.cacheWrite,
      },
      completion_tokens_details: { reasoning_tokens: outputTokens.reasoning },
      ...(billed ? { billed_units: billed } : {}),
    },
  };
}
