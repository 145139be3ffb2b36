// Redirects of the server. Node sends headers such as x-secret-key on to any other server that a redirect names.
import { CallError } from "@/lib/client/call-error";
import { isRedirect } from "@/lib/exchange/redirects";

const MAX_REDIRECTS = 5;

/** Fetches, and follows redirects of what is read within the server. Throws a CallError for any other redirect. */
export async function fetchWithin(request: Request): Promise<Response> {
  const { origin } = new URL(request.url);
  let next = new Request(request, { redirect: "manual" });
  for (let followed = 0; ; followed += 1) {
    const response = await fetch(next);
    const location = response.headers.get("location");
    if (!isRedirect(response.status) || location === null) return response;
    await response.body?.cancel();
    const target = URL.canParse(location, next.url) ? new URL(location, next.url) : null;
    if (target?.origin !== origin || next.method !== "GET" || followed === MAX_REDIRECTS)
      throw new CallError(response.status, "redirected", redirectedTo(next, target));
    next = new Request(target, { headers: next.headers, signal: next.signal, redirect: "manual" });
  }
}

function redirectedTo({ url, method }: Request, target: URL | null): string {
  const { origin } = new URL(url);
  if (target?.origin === origin)
    return method === "GET"
      ? `${origin} redirects without end, last to ${target.href}.`
      : `${origin} redirects to ${target.href}. Only reads follow redirects.`;
  const other = target ? `${target.origin}, where the key is not sent` : "an address that cannot be read";
  return `${origin} redirects to ${other}. If that is your server, log in with its address.`;
}
