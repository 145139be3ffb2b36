// What may stand in no input, whatever its schema says of the place.
import { type Finding, unknownField } from "./findings";
import { MAX_DEPTH, MAX_MEMBERS } from "./limits";

/** Assigned to an object under this name, a value becomes what the object inherits from. */
const FORBIDDEN_NAME = "__proto__";

/** The first thing that neither the database nor our own code could bear; null when there is none. */
export function flawIn(input: unknown): Finding | null {
  const path: PropertyKey[] = [];
  const found = (message: string): Finding => ({ path: [...path], message, isMissing: false });

  const inText = (text: string): Finding | null => {
    // PostgreSQL stores neither.
    if (text.includes("\0")) return found("May not contain NUL characters.");
    return text.isWellFormed() ? null : found("Is not well-formed Unicode.");
  };

  const inMember = (name: PropertyKey, value: unknown): Finding | null => {
    const flaw = typeof name === "string" ? inText(name) : null;
    if (flaw) return flaw;
    path.push(name);
    if (name === FORBIDDEN_NAME) return unknownField([...path]);
    const inside = inValue(value);
    path.pop();
    return inside;
  };

  const inValue = (value: unknown): Finding | null => {
    if (typeof value === "string") return inText(value);
    if (value === null || typeof value !== "object" || value instanceof Blob) return null;
    if (path.length >= MAX_DEPTH)
      return { ...found(`Nested deeper than ${MAX_DEPTH} levels.`), path: path.slice(0, 1) };
    const isList = Array.isArray(value);
    const members = isList ? value.entries() : Object.entries(value);
    if (!isList && Object.keys(value).length > MAX_MEMBERS) return found(`At most ${MAX_MEMBERS} members.`);
    for (const [name, member] of members) {
      const flaw = inMember(name, member);
      if (flaw) return flaw;
    }
    return null;
  };

  return inValue(input);
}
