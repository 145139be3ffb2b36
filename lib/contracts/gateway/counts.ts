// Numbers in a request that limit its cost. They are checked before anything is reserved.
import { z } from "zod";

export const MAX_TOKENS = 10_000_000;
export const MAX_CHOICES = 128;

const upTo = (most: number) => {
  const message = `Must be a whole number from 1 to ${most}.`;
  return z.int(message).min(1, message).max(most, message);
};

/** How many tokens an answer may have. */
export const tokenLimit = upTo(MAX_TOKENS);
/** The requested number of answers. */
export const choiceCount = upTo(MAX_CHOICES);

const MOST_TOKENS = "Maximum number of tokens in the answer";

export const answerLimits = {
  max_tokens: tokenLimit.nullish().meta({ description: MOST_TOKENS }),
  n: choiceCount.nullish().meta({ description: "Number of answers" }),
};
export const chatLimits = {
  ...answerLimits,
  max_completion_tokens: tokenLimit
    .nullish()
    .meta({ description: `${MOST_TOKENS}; takes precedence over \`max_tokens\`` }),
};
