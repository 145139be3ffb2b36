// What is wrong with an input, place by place: as much of it as helps to cure it.
import type { z } from "zod";
import { MAX_FINDINGS } from "./limits";

export interface Finding {
  path: readonly PropertyKey[];
  message: string;
  isMissing: boolean;
}

/** The first findings of a check. `value` is the checked input; absent fields are reported as missing. */
export function findingsOf(error: z.ZodError, value: unknown): Finding[] {
  const findings: Finding[] = [];
  for (const issue of error.issues) {
    if (findings.length >= MAX_FINDINGS) break;
    if (issue.code === "unrecognized_keys") {
      const unknown = issue.keys.slice(0, MAX_FINDINGS - findings.length);
      findings.push(...unknown.map((key) => unknownField([...issue.path, key])));
    } else {
      const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
      const message = isMissing ? "This field is required." : inJson(issue.message);
      findings.push({ path: issue.path, message, isMissing });
    }
  }
  return findings;
}

/** zod has names of its own for what JSON Schema calls an object and an integer. */
const inJson = (message: string): string =>
  message.replace(/^(Invalid input: expected) (record|int)\b/, (_, beginning, name) =>
    name === "int" ? `${beginning} integer` : `${beginning} object`,
  );

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
