import { env } from "@/lib/env";

/** The address that the client used, from Host and, behind a known proxy, from the forwarded headers. */
export function requestUrl(request: Request): URL {
  const url = new URL(request.url);
  const trusted = env().ASSAY_TRUST_PROXY || process.env.VERCEL === "1";
  const host = (trusted && request.headers.get("x-forwarded-host")) || request.headers.get("host");
  const protocol = trusted && request.headers.get("x-forwarded-proto");
  if (host) url.host = host;
  if (protocol) url.protocol = `${protocol}:`;
  return url;
}

/** The client's network address: told by a known proxy, else by the stand-alone server in a header of its own. */
export function clientAddress(request: Request): string | null {
  const trusted = env().ASSAY_TRUST_PROXY || process.env.VERCEL === "1";
  const forwarded = trusted ? request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() : undefined;
  return forwarded || request.headers.get("x-assay-client-address");
}
