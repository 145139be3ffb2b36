import type { Headed } from "@/lib/exchange/exchange";
import { GatewayFailure } from "./errors";
import type { Caller, Lookup } from "./settings";
import { sha256 } from "./sha256";

/** SHA-256, lowercase hex, of the key that the request shows as a bearer or in x-api-key; null without one. */
export function presentedKeyHash({ header }: Headed): string | null | Promise<string> {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(header("authorization") ?? "")?.[1];
  const key = bearer ?? header("x-api-key");
  return key ? sha256(key) : null;
}

/** One refusal for missing, unknown, revoked and expired keys, so that it tells nothing about any of them. */
export function authenticate(found: Lookup, now: number): Caller {
  const { key } = found;
  if (!key || (key.expiresAt !== null && key.expiresAt <= now)) {
    throw new GatewayFailure("unauthorized", "The API key is missing or not valid. Send it as a bearer token.");
  }
  return { ...found, key };
}
