// JSON as the database can store it.
import { storable } from "@/lib/bounds/storable";

/** NUL and lone surrogates, as JSON writes them. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/;

/**
 * JSON that PostgreSQL accepts. Answers of judges and functions may contain what it cannot store, though they rarely
 * do.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!UNSTORABLE.test(text)) return text;
  return JSON.stringify(value, (_, member: unknown) => (typeof member === "string" ? storable(member) : member));
}
