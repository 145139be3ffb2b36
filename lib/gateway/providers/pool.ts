// The way to providers on Node: connections that are kept and used again, each by one request at a time.
import dns from "node:dns";
import type { LookupFunction } from "node:net";
import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Agent } from "undici";
import type { ResponseBody } from "@/lib/exchange/exchange";
import { assertMayLeave } from "../egress/may-leave";
import { GatewayFailure } from "../errors";
import { remembered } from "../remembered";
import { isOk, type ProviderReply, type Send } from "./provider";
import { assertPublicHost, isPublicAddress, notPublic } from "./public-address";
import { ReplyReceiver } from "./reply-receiver";

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
  const options: Agent.Options = {
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = new Agent(options);
  const guarded = new Agent({ ...options, connect: { lookup: lookUpPublic } });
  return {
    async send({ url, method = "POST", headers, body, signal, isGuarded }) {
      assertMayLeave(url);
      if (isGuarded) assertPublicHost(url.hostname);
      const request = {
        ...placeOf(url),
        method,
        headers: { "user-agent": "assay", "accept-encoding": "identity", ...headers },
        body: body || null,
      };
      return new Promise((answered, failed) => {
        if (signal.aborted) failed(signal.reason);
        else
          (isGuarded ? guarded : agent).dispatch(
            request,
            new ReplyReceiver((reply) => answered(decoded(reply)), failed, signal),
          );
      });
    },
    async close() {
      await Promise.all([agent.close(), guarded.close()]);
    },
  };
}

interface RequestUrl {
  origin: string;
  path: string;
}

const placeOf = remembered((url: URL): RequestUrl => ({ origin: url.origin, path: url.pathname + url.search }));

/** Resolves a host, and keeps only public addresses. The connection goes to exactly these. */
const lookUpPublic: LookupFunction = (hostname, options, found) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, "", 0);
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) return found(notPublic(), "", 0);
    if (options.all) return found(null, open);
    found(null, first.address, first.family);
  });
};

const decoders = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["br", createBrotliDecompress],
  ["deflate", createInflate],
]);

/** A compressed answer is decompressed, although the gateway never asks for compression. */
function decoded(reply: ProviderReply): ProviderReply {
  const encoding = reply.headers["content-encoding"]?.toLowerCase() ?? "";
  if (encoding === "zstd") return { ...reply, body: unreadable(reply, encoding) };
  const decoder = decoders.get(encoding);
  return decoder
    ? { ...reply, body: chunksOf(pipeline(Readable.from(reply.body), decoder(), () => undefined)) }
    : reply;
}

/** A refusal's status still counts: its text is that it cannot be read. */
async function* unreadable(reply: ProviderReply, encoding: string): AsyncGenerator<Uint8Array, void> {
  if (typeof reply.body !== "string") await reply.body[Symbol.asyncIterator]().return?.();
  const message = `The provider's answer is compressed with ${encoding}, which the gateway did not ask for.`;
  if (isOk(reply)) throw new GatewayFailure("upstream_error", message);
  yield new TextEncoder().encode(message);
}

function chunksOf(body: Readable): ResponseBody {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  // Only the reader that waits for a chunk needs to know.
  body.on("error", () => undefined);
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => chunks.next(),
    async return() {
      body.destroy();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
