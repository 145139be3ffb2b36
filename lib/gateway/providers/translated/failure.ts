// The AI SDK's errors as a provider's refusal. They are recognized by name: their classes would have to be loaded.

import { isRecord } from "@/lib/records";
import { GatewayFailure } from "../../errors";
import type { ProviderReply } from "../provider";

/** The reply of a provider that has refused. Rethrows anything that is not a provider's refusal. */
export function refusalIn(error: unknown): ProviderReply {
  if (error instanceof GatewayFailure) throw error;
  const { name, message, statusCode, responseHeaders, cause } = isRecord(error) ? error : {};
  if (
    name === "AI_UnsupportedFunctionalityError" ||
    name === "AI_InvalidPromptError" ||
    name === "AI_InvalidArgumentError"
  )
    return replyOf(400, String(message), {});
  if (name !== "AI_APICallError") throw error;
  // Without a status there was no answer; with a good status, the answer could not be read.
  if (typeof statusCode !== "number" || statusCode < 400) {
    if (cause instanceof GatewayFailure) throw cause;
    throw new GatewayFailure("upstream_error", "The provider's answer cannot be read.", { cause: error });
  }
  return replyOf(statusCode, messageIn(error), isRecord(responseHeaders) ? responseHeaders : {});
}

function replyOf(status: number, message: string, headers: Record<string, unknown>): ProviderReply {
  const retryAfter = headers["retry-after"];
  return {
    status,
    headers: typeof retryAfter === "string" ? { "retry-after": retryAfter } : {},
    body: JSON.stringify({ error: { message } }),
  };
}

/** The content of a stream's error event. */
export const errorOf = (error: unknown): { message: string; type?: string } => ({
  message: messageIn(error),
  ...(isRecord(error) && typeof error.type === "string" ? { type: error.type } : {}),
});

/** The provider's own words: the SDK's are its message, or the body's where it did not understand that. */
function messageIn(error: unknown): string {
  if (typeof error === "string") return error;
  if (!isRecord(error)) return "The provider has failed.";
  const { message, responseBody, statusText } = error;
  const isWorded = typeof message === "string" && message !== "" && message !== statusText;
  const body = typeof responseBody === "string" ? wordsIn(responseBody) : null;
  return body ?? (isWorded ? message : "The provider has failed.");
}

function wordsIn(body: string): string | null {
  try {
    const parsed: unknown = JSON.parse(body);
    const error = isRecord(parsed) ? (parsed.error ?? parsed) : null;
    if (typeof error === "string") return error;
    // AWS writes it either way.
    const message = isRecord(error) ? (error.message ?? error.Message) : null;
    return typeof message === "string" ? message : null;
  } catch {
    return body.trim() === "" ? null : body;
  }
}
