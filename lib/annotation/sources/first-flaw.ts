import type { z } from "zod";
import { findingsOf } from "@/lib/bounds/findings";
import { type Failure, invalidField } from "@/lib/errors";

/** A 400 that names what is wrong first, of a part of the input that no contract checks; `field` is where the part stands. */
export function firstFlaw(field: string, error: z.ZodError, value: unknown): Failure {
  const [finding] = findingsOf(error, value);
  const path = [field, ...(finding?.path ?? [])].map(String).join(".");
  return invalidField(path, finding?.message ?? "Is not valid.");
}
