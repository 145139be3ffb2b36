// What PostgreSQL can store of what others say.
import { MAX_DEPTH } from "./limits";

/** PostgreSQL stores neither NUL nor lone surrogates. What is recorded is kept rather than refused for them. */
export const storable = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "\uFFFD").toWellFormed();

/** Any JSON, rebuilt of what can be stored. Throws a RangeError when it is nested too deep. */
function storableJson(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return storable(value);
  if (value === null || typeof value !== "object") return value;
  if (depth > MAX_DEPTH) throw new RangeError(`Nested deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) return value.map((entry) => storableJson(entry, depth + 1));
  const members = Object.entries(value).map(([key, entry]) => [storable(key), storableJson(entry, depth + 1)]);
  return Object.fromEntries(members);
}

/** The JSON that a model, an agent or a provider has written. Throws where it is none, or is nested too deep. */
export const parseStorable = (text: string): unknown => storableJson(JSON.parse(text));
