// What is wrong with an input, place by place: as much of it as helps to cure it.
import type { z } from "zod";
import { MAX_FINDINGS } from "./limits";

export interface Finding {
  path: readonly PropertyKey[];
  message: string;
  isMissing: boolean;
}

/** The first findings of a check. `value` is what was checked: what it lacks is told as missing. */
export function findingsOf(error: z.ZodError, value: unknown): Finding[] {
  const findings: Finding[] = [];
  for (const issue of error.issues) {
    if (findings.length >= MAX_FINDINGS) break;
    if (issue.code === "unrecognized_keys") {
      const unknown = issue.keys.slice(0, MAX_FINDINGS - findings.length);
      findings.push(...unknown.map((key) => unknownField([...issue.path, key])));
    } else {
      const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
      findings.push({ path: issue.path, message: isMissing ? "This field is required." : issue.message, isMissing });
    }
  }
  return findings;
}

export const unknownField = (path: readonly PropertyKey[]): Finding => ({
  path,
  message: "Unknown field.",
  isMissing: false,
});

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, step) =>
      inner !== null && typeof inner === "object" && Object.hasOwn(inner, step) ? Reflect.get(inner, step) : undefined,
    value,
  );
