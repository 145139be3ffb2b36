// JSON values as texts that are the same where the values are.
import { isRecord } from "@/lib/records";
import { Unscored } from "./unscored";

const MAX_DEPTH = 200;

/** Members of objects in alphabetical order. Throws `Unscored` for values that lie too deep. */
export function canonical(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new Unscored(`A value lies deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) return `[${value.map((member) => canonical(member, depth + 1)).join(",")}]`;
  if (isRecord(value)) {
    const members = Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonical(value[name], depth + 1)}`);
    return `{${members.join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
