// Adapts library handlers, which use the web's Request and Response, to our own.
import { Failure, invalid } from "@/lib/errors";
import type { Exchange, Reply } from "./exchange";
import { requestUrl } from "./origin";
import { boundedBody, joined, type SizeLimit } from "./read-body";
import { webSignal } from "./signal";

/**
 * The request with a URL, by default the one that the client used. Its body is read first: libraries read bodies of any size,
 * and answer in their own way if reading fails.
 */
export async function requestOf(
  exchange: Exchange,
  bound: SizeLimit,
  url: URL = requestUrl(exchange),
): Promise<Request> {
  const { method, header, headerNames, signal } = exchange;
  const names = [...headerNames()];
  const headers = new Headers(names.map((name): [string, string] => [name, header(name) ?? ""]));
  const carriesBody = method !== "GET" && method !== "HEAD";
  const body = carriesBody ? await bodyOf(exchange, bound) : null;
  return new Request(url, { method, headers, signal: webSignal(signal), body });
}

async function bodyOf(exchange: Exchange, bound: SizeLimit): Promise<BodyInit> {
  try {
    return (await joined(boundedBody(exchange, bound))) as BodyInit; // safe: no body uses shared memory
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw invalid("The request body could not be read.", { code: "parse_error", cause: error });
  }
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
