import type { IncomingMessage } from "node:http";
import { Failure, invalid } from "@/lib/errors";
import type { Reply } from "@/lib/exchange/exchange";
import { renderError } from "@/lib/http/render-error";

/** Where a message goes; an answer for one that asks for nothing here, or that no server on the web would be asked. */
export function targetOf(message: IncomingMessage): URL | Reply {
  if (message.method === "TRACE") return renderError(new Failure("methodNotAllowed", "TRACE is not allowed here."));
  if (message.method === "OPTIONS" && message.url === "*") {
    return { status: 204, headers: { allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" }, body: null };
  }
  const origin = originOf(message);
  if (!origin) return renderError(invalid("The Host header is missing, or does not name a host."));
  return urlOf(origin, message.url ?? "") ?? renderError(invalid("The target of the request is not a path."));
}

/** HTTP/1.0 knows no Host. */
function originOf({ headers, httpVersion }: IncomingMessage): string | null {
  const host = headers.host ?? (httpVersion === "1.0" ? "localhost" : "");
  const origin = `http://${host}`;
  return host === "" || /[\s/?#@\\]/.test(host) || !URL.canParse(origin) ? null : origin;
}

function urlOf(origin: string, target: string): URL | null {
  // A path is put behind the host as it stands: as a relative address, two slashes would begin another host.
  if (target.startsWith("/")) return new URL(origin + target);
  // To a proxy one sends the whole address, and not every client knows what is a proxy.
  if (!/^https?:/.test(target) || !URL.canParse(target)) return null;
  const { pathname, search } = new URL(target);
  return new URL(origin + pathname + search);
}
