// The maximum usage of a call. It is reserved, and a provider's report is believed only up to it.

import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { MAX_TOKENS } from "@/lib/contracts/gateway/counts";
import type { Answer } from "../record/answer";
import type { ModelLimits } from "./model-limits";
import { answerBytes, sizeOf } from "./request-size";
import { choicesOf, consistent, statedOutput, type Tokens, type Usage } from "./usage";

/** The tokens that providers add to a request: templates, and their own instructions about tools. */
const AROUND_A_REQUEST = 1000;
const AROUND_A_MESSAGE = 16;
/** The largest are just below it. */
const MOST_OF_A_PICTURE = 50_000;
/** For unknown models: more than almost all of them have. */
const UNKNOWN_WINDOW = 1_000_000;
const UNKNOWN_OUTPUT = 131_072;

/**
 * No token is shorter than a byte, no request longer than the model's window, and no answer longer than the request and the model
 * allow. `readsMore`: the provider may read what the request does not carry, as answers that it keeps and what its own tools find. The
 * pages and seconds of files are unknown, too.
 */
export function usageBound(body: ChatBody, { window, output }: ModelLimits, readsMore = false): Tokens {
  const { messages, parts, files, textBytes, otherBytes, tokens } = sizeOf(body);
  const around = AROUND_A_REQUEST + messages * AROUND_A_MESSAGE;
  const carried = around + parts * MOST_OF_A_PICTURE + textBytes + otherBytes + tokens;
  const most = readsMore || files > 0 ? Math.max(carried, window ?? UNKNOWN_WINDOW) : carried;
  const answer = output ?? Math.min(window ?? UNKNOWN_OUTPUT, UNKNOWN_OUTPUT);
  return {
    inputTokens: Math.min(most, window ?? MAX_TOKENS),
    outputTokens: Math.min(statedOutput(body) ?? answer, answer) * choicesOf(body),
  };
}

/** A provider's report, limited to what the call can have used: its bound, or more if more was written. */
export function believable(usage: Usage, bound: Tokens, answer: Answer): Usage {
  if (usage.inputTokens <= bound.inputTokens && usage.outputTokens <= bound.outputTokens) return usage;
  const written = answerBytes(answer).reduce((sum, bytes) => sum + bytes, 0);
  const inputTokens = Math.min(usage.inputTokens, bound.inputTokens);
  const outputTokens = Math.min(usage.outputTokens, Math.max(bound.outputTokens, written));
  if (inputTokens === usage.inputTokens && outputTokens === usage.outputTokens) return usage;
  return consistent({ ...usage, inputTokens, outputTokens, isEstimated: true });
}
