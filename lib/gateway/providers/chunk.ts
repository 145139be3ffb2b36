// What a chunk of a provider's stream holds.
import { isRecord, recordsIn } from "@/lib/records";
import { isOpening } from "./native/answers";

/** An event of the provider's own protocol that the chunk represents. */
export const nativeIn = (chunk: unknown): Record<string, unknown> | null =>
  isRecord(chunk) && isRecord(chunk.native) ? chunk.native : null;

export const choicesIn = (chunk: unknown): Record<string, unknown>[] =>
  isRecord(chunk) ? recordsIn(chunk.choices) : [];

/** Whether a chunk carries part of an answer, not only the role or a provider's findings about the prompt. */
export const hasContent = (chunk: unknown): boolean => {
  const native = nativeIn(chunk);
  return native ? !isOpening(native) : choicesHaveContent(chunk);
};

const choicesHaveContent = (chunk: unknown): boolean =>
  choicesIn(chunk).some(
    ({ finish_reason: reason, text, delta }) =>
      Boolean(reason || text) ||
      (isRecord(delta) && Object.entries(delta).some(([name, value]) => name !== "role" && !isEmpty(value))),
  );

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** The chunk without choices that `include_usage` requests. */
export const isUsageAlone = (chunk: unknown): boolean =>
  isRecord(chunk) && isRecord(chunk.usage) && Array.isArray(chunk.choices) && chunk.choices.length === 0;
