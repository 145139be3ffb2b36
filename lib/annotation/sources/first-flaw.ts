import type { z } from "zod";
import { findingsOf } from "@/lib/bounds/findings";
import { type Failure, invalidField } from "@/lib/errors";

/** A 400 for the first problem in a part of the input that no contract checks. `field` is where that part is. */
export function firstFlaw(field: string, error: z.ZodError, value: unknown): Failure {
  const [finding] = findingsOf(error, value);
  const path = [field, ...(finding?.path ?? [])].map(String).join(".");
  return invalidField(path, finding?.message ?? "Is not valid.");
}
