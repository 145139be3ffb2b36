// What the audit log keeps of an input: no secrets, and no more than a few kilobytes.

import { cut } from "@/lib/bounds/excerpt";

const HIDDEN = "[hidden]";
const MAX_TEXT = 500;
const MAX_ENTRIES = 50;
const MAX_DEPTH = 6;
const MAX_CHARACTERS = 16_000;
const SECRET = /(^|_)(password|secret|token|authorization|cookie|credential|(api|private|secret|access)_?key)s?$/;

export function withoutSecrets(record: Record<string, unknown>): Record<string, unknown> {
  const plain = plainObject(record, 0);
  return JSON.stringify(plain).length <= MAX_CHARACTERS ? plain : { cut: true, fields: Object.keys(plain) };
}

const isSecret = (name: string): boolean =>
  SECRET.test(
    name
      .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
      .replaceAll("-", "_")
      .toLowerCase(),
  );

function plainObject(value: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    entries.slice(0, MAX_ENTRIES).map(([name, field]) => [name, isSecret(name) ? hidden(field) : plain(field, depth)]),
  );
}

/** Numbers under such a name are limits, as in `max_tokens`. */
const hidden = (value: unknown): unknown =>
  value === null || typeof value === "number" || typeof value === "boolean" ? value : HIDDEN;

function plain(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.length > MAX_TEXT ? `${cut(value, MAX_TEXT)}…` : value;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return typeof value === "function" ? null : value;
  if (value instanceof Date) return value.toISOString();
  if (depth >= MAX_DEPTH) return "…";
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => plain(entry, depth + 1));
  return plainObject(value, depth + 1);
}
