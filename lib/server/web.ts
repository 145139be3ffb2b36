// Node's HTTP messages as Web-standard ones, and back.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Set by this server on every request, whatever the client sent. */
export const ADDRESS_HEADER = "x-assay-client-address";

export function setClientAddress(message: IncomingMessage): void {
  message.headers[ADDRESS_HEADER] = message.socket.remoteAddress ?? "";
}

/** The request; its signal fires when the client leaves before the answer is out. */
export function toRequest(message: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableEnded) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const entry of [value ?? []].flat()) headers.append(name, entry);
  }
  const method = message.method ?? "GET";
  const host = message.headers.host ?? "localhost";
  const carriesBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(message.url ?? "/", `http://${host}`), {
    method,
    headers,
    signal: gone.signal,
    // Safe because Node's web streams are the platform's own; only their declarations differ.
    ...(carriesBody ? { body: Readable.toWeb(message) as unknown as ReadableStream, duplex: "half" } : {}),
  } as RequestInit);
}

/** Sends a response, at the pace at which the client takes it. */
export async function sendResponse(answer: Response, response: ServerResponse, withBody: boolean): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  if (!answer.body || !withBody) {
    await answer.body?.cancel();
    response.end();
    return;
  }
  if (isWhole(answer)) {
    response.end(new Uint8Array(await answer.arrayBuffer()));
    return;
  }
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body as unknown as NodeReadableStream), response); // safe as in toRequest
}

// A JSON answer stands whole in memory; everything else may be a stream.
const isWhole = (answer: Response): boolean =>
  answer.headers.get("content-type") === "application/json" && !answer.headers.has("content-disposition");
