// Node's HTTP messages as Web-standard ones, and back.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { codingFor } from "./compression";
import { drain, isUploading } from "./unread-body";

/** Set by this server on every request, whatever the client sent. */
export const ADDRESS_HEADER = "x-assay-client-address";

export function setClientAddress(message: IncomingMessage): void {
  message.headers[ADDRESS_HEADER] = message.socket.remoteAddress ?? "";
}

/** The request; its signal fires when the client leaves before the answer is out. */
export function toRequest(message: IncomingMessage, target: URL, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableEnded) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const entry of [value ?? []].flat()) headers.append(name, entry);
  }
  const method = message.method ?? "GET";
  const carriesBody = method !== "GET" && method !== "HEAD";
  return new Request(target, {
    method,
    headers,
    signal: gone.signal,
    ...(carriesBody ? { body: bodyOf(message), duplex: "half" } : {}),
  } as RequestInit); // safe because `duplex` is the standard's; only its declaration is missing
}

/** The body as it arrives. A reader that has had enough leaves the connection as it is: the answer goes out on it. */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer> = message.iterator({ destroyOnReturn: false });
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        // Ends with the chunk that is under way, for which nobody has to wait.
        chunks.return?.().catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Sends a response, at the pace at which the client takes it, as small as the client wants it. */
export async function sendResponse(
  answer: Response,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = message.method === "HEAD" ? null : answer.body;
  if (!body) {
    await answer.body?.cancel();
    setHead(answer, message, response);
    await end(message, response);
  } else if (isWhole(answer)) {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const coding = codingFor(answer, message.headers["accept-encoding"], bytes.length);
    const sent = coding ? await coding.whole(bytes) : bytes;
    setHead(answer, message, response);
    await end(message, response, sent);
  } else {
    const coding = codingFor(answer, message.headers["accept-encoding"]);
    setHead(answer, message, response);
    response.flushHeaders();
    const pieces = Readable.fromWeb(body as unknown as NodeReadableStream); // safe: only the declarations differ
    await (coding ? pipeline(pieces, coding.stream(), response) : pipeline(pieces, response));
  }
}

// A JSON answer stands whole in memory; everything else may be a stream.
const isWhole = (answer: Response): boolean =>
  answer.headers.get("content-type") === "application/json" && !answer.headers.has("content-disposition");

function setHead(answer: Response, message: IncomingMessage, response: ServerResponse): void {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  if (isUploading(message)) response.setHeader("connection", "close");
}

/** Ending a response closes a connection that is not kept, so what the client still sends is taken before that. */
async function end(
  message: IncomingMessage,
  response: ServerResponse,
  bytes: Uint8Array = new Uint8Array(),
): Promise<void> {
  if (isUploading(message)) {
    response.setHeader("content-length", bytes.length);
    response.flushHeaders();
    response.write(bytes);
    await drain(message);
    response.end();
  } else {
    response.end(bytes);
    message.resume();
  }
}
