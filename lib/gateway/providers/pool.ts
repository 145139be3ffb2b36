// The way to providers on Node: connections that are kept and used again, each by one request at a time.
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Agent, type Dispatcher } from "undici";
import type { Pieces } from "@/lib/exchange/exchange";
import type { Send } from "./provider";

/** To one address. A further request waits for one of them, as long as its own deadline lets it. */
const MAX_CONNECTIONS = 1_000;
const KEEP_ALIVE_MS = 30_000;

export interface ProviderPool {
  send: Send;
  /** Ends the connections once the requests on them are over. */
  close(): Promise<void>;
}

export function providerPool(): ProviderPool {
  // How long a provider may take, the gateway's own deadline says.
  const agent = new Agent({
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async send({ url, headers, body, signal }) {
      const { origin, pathname, search } = url;
      const reply = await agent.request({
        origin,
        path: pathname + search,
        method: "POST",
        headers: { "user-agent": "assay", "accept-encoding": "identity", ...headers },
        body,
        signal,
      });
      const own = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
      return { status: reply.statusCode, headers: Object.fromEntries(own), body: piecesOf(decoded(reply)) };
    },
    close: () => agent.close(),
  };
}

const decoders = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["br", createBrotliDecompress],
  ["deflate", createInflate],
]);

/** What is sent compressed, although nobody asked for that, is taken as it is meant. */
function decoded({ headers, body }: Pick<Dispatcher.ResponseData, "headers" | "body">): Readable {
  const decoder = decoders.get(String(headers["content-encoding"] ?? "").toLowerCase());
  return decoder ? pipeline(body, decoder(), () => undefined) : body;
}

function piecesOf(body: Readable): Pieces {
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  // Whoever waits for a piece learns of it; to nobody else it matters.
  body.on("error", () => undefined);
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => pieces.next(),
    async return() {
      body.destroy();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
