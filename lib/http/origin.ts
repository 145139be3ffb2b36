import { env } from "@/lib/env";

let proxied: boolean | undefined;

/** Whether forwarded headers can be believed: a proxy that the operator vouches for, or Vercel's own, sets them. */
function behindProxy(): boolean {
  proxied ??= env().ASSAY_TRUST_PROXY === true || process.env.VERCEL === "1";
  return proxied;
}

/** The address that the client used, from Host and, behind a known proxy, from the forwarded headers. */
export function requestUrl(request: Request): URL {
  const url = new URL(request.url);
  const host = (behindProxy() && request.headers.get("x-forwarded-host")) || request.headers.get("host");
  const protocol = behindProxy() && request.headers.get("x-forwarded-proto");
  if (host) url.host = host;
  if (protocol) url.protocol = `${protocol}:`;
  return url;
}

/** The client's network address: told by a known proxy, else by the stand-alone server in a header of its own. */
export function clientAddress(request: Request): string | null {
  const forwarded = behindProxy() ? request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() : undefined;
  return forwarded || request.headers.get("x-assay-client-address");
}
