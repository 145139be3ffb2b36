import type { IncomingMessage } from "node:http";
import { invalid } from "@/lib/errors";
import type { Reply } from "@/lib/exchange/exchange";
import { renderError } from "@/lib/http/render-error";

/** An address as the web's standard writes it. */
export interface Target {
  origin: string;
  path: string;
  /** With its question mark; empty where there is none. */
  query: string;
}

/** The destination of a message; or the answer to a message that asks for nothing here, or for nothing that a web server has. */
export function targetOf(message: IncomingMessage): Target | Reply {
  if (message.method === "OPTIONS" && message.url === "*") {
    return { status: 204, headers: { allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" }, body: null };
  }
  const origin = originOf(message);
  if (!origin) return renderError(invalid("The Host header is missing, or does not name a host."));
  const target = message.url ?? "";
  if (PLAIN.test(target)) return { origin, path: target, query: "" };
  return parsed(origin, target) ?? renderError(invalid("The target of the request is not a path."));
}

/** Characters that the standard leaves unchanged, and that most requests use; parsing an address takes longer than routing it. */
const PLAIN = /^(?:\/[\w~-]+)+\/?$/;

/** Of the last request: requests come under few names. */
let last = { host: "", origin: "" };

/** HTTP/1.0 knows no Host. */
function originOf({ headers, httpVersion }: IncomingMessage): string | null {
  const host = headers.host ?? (httpVersion === "1.0" ? "localhost" : "");
  if (host === last.host) return last.origin || null;
  const address = `http://${host}`;
  if (/[\s/?#@\\]/.test(host) || !URL.canParse(address)) return null;
  last = { host, origin: new URL(address).origin };
  return last.origin;
}

function parsed(origin: string, target: string): Target | null {
  // A path is appended to the host unchanged: as a relative address, two slashes would begin another host.
  if (target.startsWith("/")) return partsOf(new URL(origin + target));
  // Clients send the whole address to a proxy, and not every client knows whether a server is one.
  if (!/^https?:/.test(target) || !URL.canParse(target)) return null;
  const { pathname, search } = new URL(target);
  return partsOf(new URL(origin + pathname + search));
}

const partsOf = ({ origin, pathname, search }: URL): Target => ({ origin, path: pathname, query: search });
