// The mount on servers that speak the web's Request and Response: App Router's route files, on the edge and on Node.
import { MAX_DRAINED_BYTES, MAX_DRAINED_MS } from "@/lib/bounds/limits";
import { logIgnored } from "@/lib/error-report";
import type { Exchange, Handler, Reply, ResponseBody } from "./exchange";

export const webHandler =
  (handler: Handler) =>
  async (request: Request): Promise<Response> =>
    responseOf(await handler(exchangeOf(request)));

export function exchangeOf(request: Request): Exchange {
  const { origin, pathname, search } = new URL(request.url);
  return {
    method: request.method,
    origin,
    path: pathname,
    query: search,
    header: (name) => request.headers.get(name),
    headerNames: () => request.headers.keys(),
    body: piecesOf(request.body, drain),
    signal: request.signal,
  };
}

function responseOf({ status, headers, cookies = [], body }: Reply): Response {
  const content = body === null || typeof body === "string" || body instanceof Uint8Array ? body : streamOf(body);
  const response = new Response(content as BodyInit | null, { status, headers }); // safe: no body stands on shared memory
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const cancel = (reader: Reader): Promise<void> => reader.cancel().catch(logIgnored("cancel a request's body"));

/**
 * Takes what a client still sends, within bounds: most send to the end before they read, and a body that is cancelled takes
 * the connection with it, and the answer.
 */
async function drain(reader: Reader): Promise<void> {
  const late = setTimeout(() => void cancel(reader), MAX_DRAINED_MS);
  try {
    for (let taken = 0; taken <= MAX_DRAINED_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      taken += value.byteLength;
    }
    await cancel(reader);
  } catch {
    // The client has left.
  } finally {
    clearTimeout(late);
  }
}

/** A stream's pieces; `leave` is what becomes of those that are not wanted any more. */
export function piecesOf(stream: ReadableStream<Uint8Array> | null, leave = cancel): ResponseBody {
  let reader: Reader | undefined;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        reader ??= stream?.getReader();
        const piece = await reader?.read();
        return piece && !piece.done ? piece : done;
      },
      // Not waited for: what is still to come is the connection's affair.
      async return() {
        if (reader) void leave(reader);
        return done;
      },
    }),
  };
}

/** A stream of pieces that are made as it is read. */
export function streamOf(body: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
