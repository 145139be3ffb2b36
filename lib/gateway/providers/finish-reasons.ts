// Finish reasons that are not OpenAI's. Clients know none of them, and some are failures.
type Choice = Record<string, unknown>;

/** Mistral's and OpenRouter's word, and DeepSeek's. */
const FAILURES = new Set<unknown>(["error", "insufficient_system_resource"]);

/** The error of a choice that failed within an answer that otherwise looks good; null if none did. */
export function failureOf(choices: readonly Choice[]): unknown {
  for (const { error, finish_reason: reason } of choices) {
    if (error) return error;
    if (reason && FAILURES.has(reason)) return unfinished(reason);
  }
  return null;
}

/** With which providers report their own trouble, Cohere too. Other ends may be due to the conversation. */
const TROUBLES = new Set<unknown>([...FAILURES, "ERROR", "TIMEOUT"]);
/** The code of an error that says nothing about the provider. */
export const OF_REQUEST = "unfinished_answer";

export const unfinished = (reason: unknown): { message: string; code?: string } => ({
  message: `The model did not finish its answer: ${reason}.`,
  ...(TROUBLES.has(reason) ? {} : { code: OF_REQUEST }),
});

/** Replaces Mistral's word for a full window by OpenAI's. Answers whether there was one. */
export function withKnownReasons(choices: readonly Choice[]): boolean {
  let isChanged = false;
  for (const choice of choices) {
    if (choice.finish_reason !== "model_length") continue;
    choice.finish_reason = "length";
    isChanged = true;
  }
  return isChanged;
}
