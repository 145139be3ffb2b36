import ipaddr from "ipaddr.js";
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

/** One refusal for missing, unknown and revoked keys, so that it reveals nothing about them. */
export function authenticate(found: Lookup, now: number): Caller {
  if (!isCaller(found)) {
    throw new GatewayFailure("unauthorized", "The API key is missing or not valid. Send it as a bearer token.");
  }
  const { expiresAt, isPaused, organizationId, scopes } = found.key;
  if (expiresAt !== null && expiresAt <= now) throw new GatewayFailure("unauthorized", "The API key has expired.");
  if (isPaused) {
    const resumer = organizationId === null ? "The gateway's operator" : "An Owner or Admin of its organization";
    throw new GatewayFailure("key_paused", `The API key is paused. ${resumer} can resume it.`);
  }
  if (scopes === undefined || scopes.includes("gateway")) return found;
  throw new GatewayFailure(
    "permission_denied",
    "This API key may not call models: it does not have the scope gateway, or its person is a Viewer.",
  );
}

const isCaller = (found: Lookup): found is Caller => found.key !== null;

/** Throws `permission_denied` where the key names addresses and this is none of them; an unknown address is none. */
export function assertAddress({ key: { allowedIps } }: Caller, addressOf: () => string | null): void {
  if (!allowedIps?.length) return;
  const address = addressOf();
  if (address !== null && allowedIps.some((allowed) => isWithin(address, allowed))) return;
  throw new GatewayFailure("permission_denied", "This key may not be used from this address.");
}

/** Whether an address equals the entry, or is in the entry's CIDR range. */
function isWithin(address: string, allowed: string): boolean {
  const [base = "", bits] = allowed.split("/");
  if (!ipaddr.isValid(address) || !ipaddr.isValid(base)) return false;
  const [one, other] = [ipaddr.process(address), ipaddr.process(base)];
  if (one.kind() !== other.kind()) return false;
  const whole = one.kind() === "ipv4" ? 32 : 128;
  // A network of IPv4 addresses may be written in IPv6's form.
  const prefix = bits === undefined ? whole : Number(bits) - (ipaddr.parse(base).kind() === one.kind() ? 0 : 96);
  return Number.isInteger(prefix) && prefix >= 0 && prefix <= whole && one.match(other, prefix);
}
