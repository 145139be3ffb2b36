import ipaddr from "ipaddr.js";
import { variable } from "@/lib/env";
import type { Exchange, Headed } from "./exchange";

let proxies: number | undefined;

/** The number of trusted proxies in front: those that the operator declares, or Vercel's own. */
function trustedProxies(): number {
  proxies ??= Math.max(variable("ASSAY_TRUST_PROXY") ?? 0, process.env.VERCEL === "1" ? 1 : 0);
  return proxies;
}

/**
 * The entry that the outermost trusted proxy added to a list, to which each proxy appends. Entries further left come from the
 * client itself.
 */
function forwarded(request: Headed, name: string): string | undefined {
  const trusted = trustedProxies();
  const entries = trusted === 0 ? [] : (request.header(name)?.split(",") ?? []);
  return entries.at(-Math.min(trusted, entries.length))?.trim();
}

const DEFAULT_PORTS = ["80", "443"];

/** The address that the client used, from Host and, behind a trusted proxy, from the forwarded headers. */
export function requestUrl(request: Exchange): URL {
  const url = new URL(request.origin + request.path + request.query);
  const protocol = forwarded(request, "x-forwarded-proto");
  if (protocol === "http" || protocol === "https") url.protocol = `${protocol}:`;
  // A host without a port means its scheme's default port; setting only the host would keep the current port.
  for (const host of [request.header("host"), forwarded(request, "x-forwarded-host")]) {
    if (!host) continue;
    url.port = "";
    url.host = host;
  }
  // Some proxies send the default port of the other scheme, so neither default port is taken from them.
  const port = forwarded(request, "x-forwarded-port");
  if (url.port === "" && port && !DEFAULT_PORTS.includes(port)) url.port = port;
  return url;
}

/**
 * The client's address for limits: from a trusted proxy, else from a header that the stand-alone server sets.
 * An IPv6 address counts by its /64, all of which belongs to one subscriber.
 */
export function clientAddress(request: Headed): string | null {
  const known = clientIp(request);
  if (!(known instanceof ipaddr.IPv6)) return known?.toString() ?? null;
  return `${new ipaddr.IPv6([...known.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}

/** The client's own address, found as for `clientAddress`; an IPv4-mapped IPv6 address becomes IPv4. */
export const clientIp = (request: Headed): ipaddr.IPv4 | ipaddr.IPv6 | null =>
  ipIn(forwarded(request, "x-forwarded-for")) ?? ipIn(request.header("x-assay-client-address"));

function ipIn(text: string | null | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // Some proxies add the client's port.
  const address = text?.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, "$1$3");
  return address && ipaddr.isValid(address) ? ipaddr.process(address) : null;
}
