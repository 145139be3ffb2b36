/** Why a rule cannot be used, in words for the person who wrote it: a pattern or a schema that is not supported. */
export class RuleFlaw extends Error {
  override readonly name = "RuleFlaw";
}

/** The words of a refusal of ours. Any other error is thrown on: it says nothing about the rule, and may quote what is not for everybody. */
export function flawIn(error: unknown): string {
  if (error instanceof RuleFlaw) return error.message;
  throw error;
}
