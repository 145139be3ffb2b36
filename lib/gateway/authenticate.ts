import { GatewayFailure } from "./errors";
import type { Caller, Lookup } from "./parts";

/** SHA-256, lowercase hex, of the key that the request shows as a bearer or in x-api-key; null without one. */
export async function presentedKeyHash(request: Request): Promise<string | null> {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const key = bearer ?? request.headers.get("x-api-key");
  if (!key) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One refusal for missing, unknown, revoked and expired keys, so that it tells nothing about any of them. */
export function authenticate(found: Lookup, now: number): Caller {
  const { key } = found;
  if (!key || (key.expiresAt !== null && key.expiresAt <= now)) {
    throw new GatewayFailure("unauthorized", "The API key is missing or not valid. Send it as a bearer token.");
  }
  return { ...found, key };
}
