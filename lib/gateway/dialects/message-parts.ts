// Parts that whole and streamed messages share.
import { textIn } from "@/lib/records";
import { OVERLOADED } from "../errors";
import type { GatewayError, Json, Usage } from "./dialect";

/** A message without content yet. */
export const messageHead = (answer: Json): Json => ({
  id: `msg_${textIn(answer.id) || crypto.randomUUID()}`,
  type: "message",
  role: "assistant",
  model: textIn(answer.model),
  content: [],
  stop_reason: null,
  stop_sequence: null,
});

export const thinkingBlock = (thinking: string, signature: string): Json => ({ type: "thinking", thinking, signature });

const stopReasons = new Map<unknown, string>([
  ["length", "max_tokens"],
  ["model_length", "max_tokens"],
  ["content_filter", "refusal"],
]);
/** OpenAI itself writes `stop` for a call that the request forces. Others write `tool_calls` without a call. */
export const stopReasonOf = (reason: unknown, hasCalls: boolean): string =>
  stopReasons.get(reason) ?? (hasCalls ? "tool_use" : "end_turn");

/** Anthropic reports cached input separately from the rest of the input. */
export const tokensOf = ({ input, cached, output }: Usage): Json => ({
  input_tokens: Math.max(0, input - cached),
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: cached,
  output_tokens: output,
});

const errorTypes = new Map([
  [401, "authentication_error"],
  [402, "billing_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [503, OVERLOADED],
  [504, "timeout_error"],
]);

/** The gateway adds its own code and field to Anthropic's error format. */
export function refusal({ message, type, param, code }: GatewayError, status: number): Json {
  const other = status < 500 ? "invalid_request_error" : "api_error";
  const known = type === OVERLOADED ? type : (errorTypes.get(status) ?? other);
  return { type: "error", error: { type: known, message, param, code } };
}
