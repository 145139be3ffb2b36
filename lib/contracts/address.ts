// The address of a request, and what is left for its body.
import type { Wire } from "./contract";

const SLOT = /\{(\w+)(\.\.\.)?\}/g;

/** What is wrong with the value of a slot. A URL drops such segments, and so it would name another operation. */
export const UNFILLED = 'May not be empty, "." or "..".';

export class UnfilledSlot extends Error {
  constructor(readonly field: string) {
    super(`${field}: ${UNFILLED}`);
    this.name = "UnfilledSlot";
  }
}

/** The first slot whose value cannot be a part of a path; null if there is none. */
export function unfilledSlot({ path }: Pick<Wire, "path">, fields: Readonly<Record<string, unknown>>): string | null {
  for (const [, name = "", isRest] of path.matchAll(SLOT)) {
    const text = String(fields[name] ?? "");
    const segments = isRest ? text.split("/") : [text];
    if (segments.some((segment) => ["", ".", ".."].includes(segment))) return name;
  }
  return null;
}

/** Path and query. Slots of the rest of a path keep their slashes. Throws an UnfilledSlot. */
export function addressOf(
  operation: Pick<Wire, "path" | "queryNames">,
  fields: Readonly<Record<string, unknown>>,
): string {
  const unfilled = unfilledSlot(operation, fields);
  if (unfilled !== null) throw new UnfilledSlot(unfilled);
  const path = operation.path.replaceAll(SLOT, (_, name: string, isRest?: string) => {
    const value = String(fields[name]);
    return isRest ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const name of operation.queryNames) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    for (const text of queryTexts(value)) query.append(name, text);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

const isStructured = (value: unknown): boolean => typeof value === "object" && value !== null;

/**
 * Each entry of a list on its own, because an entry may contain a comma. An empty list is an empty text. What has
 * members, or entries with members, is one text of JSON.
 */
function queryTexts(value: unknown): string[] {
  if (!Array.isArray(value)) return [isStructured(value) ? JSON.stringify(value) : String(value)];
  if (value.some(isStructured)) return [JSON.stringify(value)];
  return value.length > 0 ? value.map(String) : [""];
}

/** The fields that are neither in the path nor in the query. */
export function bodyFieldsOf(
  operation: Pick<Wire, "path" | "queryNames">,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const outside = new Set([...slotsOf(operation), ...operation.queryNames]);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !outside.has(name)));
}

/** The names of the path's slots. */
export const slotsOf = ({ path }: Pick<Wire, "path">): string[] =>
  [...path.matchAll(SLOT)].map(([, name = ""]) => name);
