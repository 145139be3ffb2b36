// Sends who has no session to the sign-in before a page begins to stream. Whether a session is good, the page itself decides.
import { type NextRequest, NextResponse } from "next/server";
import { links } from "@/lib/client/links";

const SESSION_COOKIE = /^(__Secure-)?authjs\.session-token/;

export function proxy(request: NextRequest): NextResponse {
  const signedIn = request.cookies.getAll().some(({ name }) => SESSION_COOKIE.test(name));
  if (signedIn) return NextResponse.next();
  const { pathname, search } = request.nextUrl;
  const target = links.signIn(pathname === "/" ? undefined : pathname + search);
  // Next makes it relative again, so the address that the client used stays.
  return NextResponse.redirect(new URL(target, request.url), 307);
}

export const config = {
  matcher: ["/", "/queues/:path*", "/labels/:path*", "/datasets/:path*", "/settings/:path*"],
};
