// Addresses from users must not lead to what only this machine can reach.
import ipaddr from "ipaddr.js";
import { GatewayFailure } from "../errors";

/** The public IPv6 internet. IPv4 within IPv6 is outside it, or in one of the ranges that are distinguished below. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Of the public range, but what it leads to is private: Azure's services for the machine itself. */
const PRIVATE_SERVICES = new Set(["168.63.129.16"]);

/** Whether an address is one of the public internet: no loopback, no private or link-local network, nothing reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (PRIVATE_SERVICES.has(parsed.toString())) return false;
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC_IPV6));
}

/** Names that no public server has: of this machine, of its network, of a cloud's own services. */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp)$/;

/** Whether a host is private by its name alone, as written in an address. */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase();
  if (ipaddr.isValid(name)) return !isPublicAddress(name);
  return !name.includes(".") || PRIVATE_NAME.test(name);
}

export const notPublic = (): GatewayFailure =>
  new GatewayFailure("upstream_error", "The provider's address is not a public one.", { shouldRetry: false });

/** Throws `upstream_error`. */
export function assertPublicHost(hostname: string): void {
  if (isPrivateHost(hostname)) throw notPublic();
}
