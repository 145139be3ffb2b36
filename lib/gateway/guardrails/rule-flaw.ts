/** Why a rule cannot be used, in words for the person who wrote it: a pattern or a schema that is not supported. */
export class RuleFlaw extends Error {
  override readonly name = "RuleFlaw";
}

/** The text of our own refusal. Any other error is rethrown: it says nothing about the rule, and may contain private data. */
export function flawIn(error: unknown): string {
  if (error instanceof RuleFlaw) return error.message;
  throw error;
}
