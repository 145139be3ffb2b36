// Adapts library handlers, which use the web's Request and Response, to our own.
import type { Exchange, Reply } from "./exchange";
import { requestUrl } from "./origin";
import { webSignal } from "./signal";
import { streamOf } from "./web";

/** The request with a URL, by default the one that the client used. */
export function requestOf(exchange: Exchange, url: URL = requestUrl(exchange)): Request {
  const { method, header, headerNames, body, signal } = exchange;
  const names = [...headerNames()];
  const headers = new Headers(names.map((name): [string, string] => [name, header(name) ?? ""]));
  const carriesBody = method !== "GET" && method !== "HEAD";
  return new Request(url, {
    method,
    headers,
    signal: webSignal(signal),
    ...(carriesBody ? { body: streamOf(body), duplex: "half" } : {}),
  } as RequestInit); // safe because `duplex` is standard; only its type declaration is missing
}

export async function replyOf(response: Response): Promise<Reply> {
  const { status, headers, body } = response;
  const others = [...headers].filter(([name]) => name !== "set-cookie");
  return {
    status,
    headers: Object.fromEntries(others),
    cookies: headers.getSetCookie(),
    body: body && new Uint8Array(await response.arrayBuffer()),
  };
}
