// Runs before a page streams: sets its security policy and redirects users without a session to sign-in. The page itself
// checks whether the session is valid. Refuses what is no request for a page.
import { type NextRequest, NextResponse } from "next/server";
import { links } from "@/lib/client/links";
import { notFound } from "@/lib/errors";
import { requestUrl } from "@/lib/exchange/origin";
import { exchangeOf } from "@/lib/exchange/web";
import { contentPolicy, STRICT_TRANSPORT } from "@/lib/http/page-headers";
import { renderError } from "@/lib/http/render-error";

const SESSION_COOKIE = /^(__Secure-)?authjs\.session-token/;
const GUARDED =
  /^\/(?:$|(?:queues|labels|datasets|prompts|notifications|traces|evaluate|simulation|gateway|settings)(?:\/|$))/;

export function proxy(request: NextRequest): NextResponse {
  if (!isForPage(request)) return notFoundAt(request);
  const policy = contentPolicy(crypto.randomUUID(), process.env.NODE_ENV === "development");
  const answer = mayPass(request) ? pageWith(request, policy) : toSignIn(request);
  answer.headers.set("content-security-policy", policy);
  if (requestUrl(exchangeOf(request)).protocol === "https:")
    answer.headers.set("strict-transport-security", STRICT_TRANSPORT);
  return answer;
}

/** Browsers also send a form that its page's script has not taken over yet. */
const isForPage = ({ method, headers }: NextRequest): boolean =>
  method === "GET" || method === "HEAD" || (headers.get("accept") ?? "").includes("text/html");

/** For clients of an API, whose address is often wrong by a part. */
function notFoundAt({ method, nextUrl }: NextRequest): NextResponse {
  const message = `There is no ${method} ${nextUrl.pathname}. The gateway's paths begin with /v1.`;
  const { body, ...head } = renderError(notFound(message));
  return new NextResponse(body, head);
}

function mayPass({ nextUrl, cookies }: NextRequest): boolean {
  return !GUARDED.test(nextUrl.pathname) || cookies.getAll().some(({ name }) => SESSION_COOKIE.test(name));
}

/** Next reads the nonce for its own scripts from the request. */
function pageWith(request: NextRequest, policy: string): NextResponse {
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  return NextResponse.next({ request: { headers } });
}

function toSignIn(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  const target = links.signIn(pathname === "/" ? undefined : pathname + search);
  // Next makes it relative again, so the client's own address is kept.
  return NextResponse.redirect(new URL(target, request.url), 307);
}

// Every page, but not API paths and files. Next reads this without running it.
export const config = {
  matcher: [
    "/((?!(?:api|v1|-|model-hub|tracer|simulate|accounts|sdk|health|livez|healthz|readyz|mcp|openapi\\.json|_next|icon\\.svg)(?:/|$)).*)",
  ],
};
