// What is wrong with an input, place by place: as much of it as helps to cure it.
import type { z } from "zod";
import { MAX_FINDINGS } from "./limits";
import "./wording";

export interface Finding {
  path: readonly PropertyKey[];
  message: string;
  isMissing: boolean;
}

/**
 * The first findings of a check. `value` is the checked input; absent fields are reported as missing. A contract's own
 * message stays: of two fields of which one is needed, it names both.
 */
export function findingsOf(error: z.ZodError, value: unknown): Finding[] {
  const findings: Finding[] = [];
  for (const issue of error.issues.flatMap((found) => closest(found, value))) {
    if (findings.length >= MAX_FINDINGS) break;
    if (issue.code === "unrecognized_keys") {
      const unknown = issue.keys.slice(0, MAX_FINDINGS - findings.length);
      findings.push(...unknown.map((key) => unknownField([...issue.path, key])));
    } else {
      const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
      const message = isMissing && issue.code !== "custom" ? "This field is required." : issue.message;
      findings.push({ path: issue.path, message, isMissing });
    }
  }
  return findings;
}

/** Of a union, the issues of the only choice that has the kind of an object or list; otherwise the union's own. */
function closest(issue: z.core.$ZodIssue, value: unknown): z.core.$ZodIssue[] {
  const found = issue.code === "invalid_union" ? valueAt(value, issue.path) : null;
  if (issue.code !== "invalid_union" || found === null || typeof found !== "object") return [issue];
  const [choice, another] = issue.errors.filter((issues) => !issues.some(isOfAnotherKind));
  if (!choice || another) return [issue];
  return choice.flatMap((inner) => closest({ ...inner, path: [...issue.path, ...inner.path] }, value));
}

/** Whether the value is of another type than the choice, or its `type` or the like names another one. */
function isOfAnotherKind(issue: z.core.$ZodIssue): boolean {
  const depth = issue.path.length;
  if (issue.code === "invalid_union")
    return depth === 0 && issue.errors.every((issues) => issues.some(isOfAnotherKind));
  if (issue.code === "invalid_value") return depth === 0 || (depth === 1 && issue.values.length === 1);
  return issue.code === "invalid_type" && depth === 0;
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
