// The mount for servers with the web's Request and Response: App Router route files, on the edge and on Node.
import { MAX_DRAINED_BYTES, MAX_DRAINED_MS } from "@/lib/bounds/limits";
import { logIgnored } from "@/lib/error-report";
import type { Exchange, Handler, Reply, ResponseBody } from "./exchange";
import { factsOf } from "./request-facts";

export const webHandler =
  (handler: Handler) =>
  async (request: Request): Promise<Response> => {
    const exchange = exchangeOf(request);
    const reply = await handler(exchange);
    reply.headers["x-request-id"] = exchange.facts.id;
    return responseOf(reply);
  };

export function exchangeOf(request: Request): Exchange {
  const { origin, pathname, search } = new URL(request.url);
  const header = (name: string) => request.headers.get(name);
  return {
    method: request.method,
    origin,
    path: pathname,
    query: search,
    header,
    headerNames: () => request.headers.keys(),
    body: chunksOf(request.body, drain),
    signal: request.signal,
    facts: factsOf(header),
  };
}

function responseOf({ status, headers, cookies = [], body }: Reply): Response {
  const content = body === null || typeof body === "string" || body instanceof Uint8Array ? body : streamOf(body);
  const response = new Response(content as BodyInit | null, { status, headers }); // safe: no body uses shared memory
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const cancel = (reader: Reader): Promise<void> => reader.cancel().catch(logIgnored("cancel a request's body"));

/**
 * Drains the rest of a request's body, within limits. Most clients send everything before they read, and cancelling a body
 * closes the connection, which loses the answer.
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
    // The client has disconnected.
  } finally {
    clearTimeout(late);
  }
}

/** A stream's chunks; `leave` handles the rest when reading stops early. */
export function chunksOf(stream: ReadableStream<Uint8Array> | null, leave = cancel): ResponseBody {
  let reader: Reader | undefined;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        reader ??= stream?.getReader();
        const chunk = await reader?.read();
        return chunk && !chunk.done ? chunk : done;
      },
      // Not awaited: the rest of the body does not delay the answer.
      async return() {
        if (reader) void leave(reader);
        return done;
      },
    }),
  };
}

/** A stream whose chunks are produced as it is read. */
export function streamOf(body: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
