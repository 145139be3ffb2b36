// The address for sign-in redirects: ASSAY_URL, or the request's host if it cannot be forged.
import { variable } from "@/lib/env";
import { invalid } from "@/lib/errors";
import type { Exchange, Reply } from "@/lib/exchange/exchange";
import { isLoopback } from "@/lib/exchange/loopback";
import { requestUrl } from "@/lib/exchange/origin";

export interface AuthAddress {
  url: URL;
  /** Whether answers may contain its host. */
  isOwn: boolean;
}

export function authAddress(request: Exchange): AuthAddress {
  const requested = requestUrl(request);
  const own = variable("ASSAY_URL");
  if (own) return { url: new URL(requested.pathname + requested.search, own), isOwn: true };
  // Vercel forwards only requests to the project's own domains.
  return { url: requested, isOwn: isLoopback(requested.hostname) || process.env.VERCEL === "1" };
}

/** GitHub and Google redirect back to an absolute address, which the Host header must not determine. */
export function assertProviderReturns({ url, isOwn }: AuthAddress): void {
  if (isOwn || !/^\/api\/auth\/(signin|callback)\/(?!credentials)./.test(url.pathname)) return;
  throw invalid("Sign-in with an external provider needs this server's address. The operator must set ASSAY_URL.");
}

/** A redirect within the site as a path, so that it stays on the browser's current host. */
export function withoutHost(reply: Reply, { url, isOwn }: AuthAddress): Reply {
  if (isOwn) return reply;
  const { location } = reply.headers;
  const headers = location ? { ...reply.headers, location: pathOf(location, url.origin) } : reply.headers;
  return { ...reply, headers, body: bodyWithoutHost(reply, url.origin) };
}

function pathOf(address: string, origin: string): string {
  if (!URL.canParse(address, origin)) return address;
  const url = new URL(address, origin);
  if (url.origin !== origin) return address;
  // Auth.js passes its own pages an absolute address to continue to.
  const next = url.searchParams.get("callbackUrl");
  if (next !== null) url.searchParams.set("callbackUrl", pathOf(next, origin));
  // A browser would read a host in a path that begins so.
  if (url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}

/** Auth.js' answer to scripts instead of a redirect. */
function bodyWithoutHost({ headers, body }: Reply, origin: string): Reply["body"] {
  if (!(body instanceof Uint8Array) || !headers["content-type"]?.startsWith("application/json")) return body;
  const answer: unknown = JSON.parse(new TextDecoder().decode(body));
  if (answer === null || typeof answer !== "object" || !("url" in answer) || typeof answer.url !== "string")
    return body;
  return new TextEncoder().encode(JSON.stringify({ ...answer, url: pathOf(answer.url, origin) }));
}
