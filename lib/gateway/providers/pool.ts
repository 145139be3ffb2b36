// The way to providers on Node: connections that are kept and used again, each by one request at a time.
import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Agent } from "undici";
import type { Pieces } from "@/lib/exchange/exchange";
import { Arriving } from "./arriving";
import type { ProviderReply, Send } from "./provider";

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
    send({ url, headers, body, signal }) {
      const request = {
        ...placeOf(url),
        method: "POST" as const,
        headers: { "user-agent": "assay", "accept-encoding": "identity", ...headers },
        body,
      };
      return new Promise((answered, failed) => {
        if (signal.aborted) failed(signal.reason);
        else agent.dispatch(request, new Arriving((reply) => answered(decoded(reply)), failed, signal));
      });
    },
    close: () => agent.close(),
  };
}

interface Place {
  origin: string;
  path: string;
}

/** Addresses are the same objects from request to request. */
const places = new WeakMap<URL, Place>();

function placeOf(url: URL): Place {
  const known = places.get(url);
  if (known) return known;
  const place = { origin: url.origin, path: url.pathname + url.search };
  places.set(url, place);
  return place;
}

const decoders = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["br", createBrotliDecompress],
  ["deflate", createInflate],
]);

/** What is sent compressed, although nobody asked for that, is taken as it is meant. */
function decoded(reply: ProviderReply): ProviderReply {
  const decoder = decoders.get(reply.headers["content-encoding"]?.toLowerCase() ?? "");
  return decoder
    ? { ...reply, body: piecesOf(pipeline(Readable.from(reply.body), decoder(), () => undefined)) }
    : reply;
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
