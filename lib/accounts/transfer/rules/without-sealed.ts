import { isSealed } from "@/lib/auth/encryption";

/** A JSON value without the texts in it that only this server's AUTH_SECRET opens. */
export function withoutSealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isSealed(entry)).map(withoutSealed);
  if (typeof value !== "object" || value === null) return value;
  const open = Object.entries(value).filter(([, entry]) => !isSealed(entry));
  return Object.fromEntries(open.map(([key, entry]) => [key, withoutSealed(entry)]));
}
