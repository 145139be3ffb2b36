// Parts that whole and streamed responses share.

import type { ResponseBody } from "@/lib/contracts/gateway/responses";
import { recordIn, recordsIn, textIn } from "@/lib/records";
import type { Reasoning } from "../providers/reasoning";
import { definedMembers, type Json, usageOf } from "./dialect";
import type { ToolCall } from "./tool-calls";

/** The members of a response that repeat its request. */
export interface Frame {
  id: string;
  body: Json;
}

export function frameOf(body: ResponseBody | null, previous: string | null, now: number): Frame {
  const id = crypto.randomUUID().replaceAll("-", "");
  return {
    id,
    body: {
      id: `resp_${id}`,
      object: "response",
      created_at: Math.floor(now / 1000),
      error: null,
      incomplete_details: null,
      instructions: body?.instructions ?? null,
      max_output_tokens: body?.max_output_tokens ?? null,
      model: body?.model ?? "",
      parallel_tool_calls: body?.parallel_tool_calls ?? true,
      previous_response_id: previous,
      reasoning: { effort: body?.reasoning?.effort ?? null, summary: body?.reasoning?.summary ?? null },
      store: body?.store ?? true,
      temperature: body?.temperature ?? null,
      text: {
        format: body?.text?.format ?? { type: "text" },
        ...definedMembers({ verbosity: body?.text?.verbosity }),
      },
      tool_choice: body?.tool_choice ?? "auto",
      tools: body?.tools ?? [],
      top_logprobs: body?.top_logprobs ?? 0,
      top_p: body?.top_p ?? null,
      truncation: "disabled",
      metadata: body?.metadata ?? {},
      user: body?.user ?? null,
    },
  };
}

/** The probabilities of a choice's tokens, which chats and responses write alike. */
export const logprobsOf = (choice: Json): Json[] => recordsIn(recordIn(choice.logprobs).content);

export const textPart = (text: string, logprobs: Json[] = []): Json => ({
  type: "output_text",
  text,
  annotations: [],
  logprobs,
});

export const refusalPart = (refusal: string): Json => ({ type: "refusal", refusal });

interface Text {
  text: string;
  refusal?: string;
  logprobs?: Json[];
}

export const textItem = (id: string, { text, refusal, logprobs }: Text, status = "completed"): Json => ({
  id,
  type: "message",
  status,
  role: "assistant",
  content: [...(text ? [textPart(text, logprobs)] : []), ...(refusal ? [refusalPart(refusal)] : [])],
});

/** Clients that ask for summaries show nothing else. */
export const asksForSummary = ({ body }: Frame): boolean => Boolean(recordIn(body.reasoning).summary);

export const reasoningPart = (text: string, isSummary: boolean): Json => ({
  type: isSummary ? "summary_text" : "reasoning_text",
  text,
});

/** The text is the content, or the summary if the client asks for one. The mark is there for an encrypted copy. */
export function reasoningItem(id: string, { text, mark }: Reasoning, isSummary: boolean, status = "completed"): Json {
  const parts = text ? [reasoningPart(text, isSummary)] : [];
  return {
    id,
    type: "reasoning",
    status,
    ...(isSummary ? { summary: parts } : { summary: [], content: parts }),
    encrypted_content: mark,
  };
}

export const callItem = (id: string, call: ToolCall, status = "completed"): Json => ({
  id,
  type: "function_call",
  status,
  call_id: call.id,
  name: call.name,
  arguments: call.arguments,
});

const cuts = new Map<unknown, string>([
  ["length", "max_output_tokens"],
  // Mistral's, for an answer that has filled the model's window.
  ["model_length", "max_output_tokens"],
  ["content_filter", "content_filter"],
]);

/** A finished response. One that was cut off is incomplete and says why. `answer` has the model and the tokens. */
export function finished(frame: Frame, answer: Json, output: Json[], reason: unknown): Json {
  const { input, cached, output: written, reasoning } = usageOf(answer);
  const cut = cuts.get(reason);
  return {
    ...frame.body,
    model: textIn(answer.model) || frame.body.model,
    ...definedMembers({ service_tier: answer.service_tier }),
    status: cut ? "incomplete" : "completed",
    incomplete_details: cut ? { reason: cut } : null,
    output,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: written,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + written,
    },
  };
}
