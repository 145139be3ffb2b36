// A request and its answer as plain values, independent of the server. Only the mounts know the server's own types.
import type { RequestFacts } from "./request-facts";
import type { Signal } from "./signal";

/** Bytes as they arrive, to be read once. An iterator's `return` drops the rest, even during a pending read. */
export type ResponseBody = AsyncIterable<Uint8Array>;

export interface Exchange {
  method: string;
  /** Scheme and host of the request as the server received it, without the headers of proxies. */
  origin: string;
  /** Starts with a slash; encoded as sent. */
  path: string;
  /** With its question mark; empty if there is no query. */
  query: string;
  /** A header by its lower-case name, repeated lines joined by commas; null if missing. */
  header: (name: string) => string | null;
  /** In lower case. */
  headerNames: () => Iterable<string>;
  body: ResponseBody;
  /** Aborts if the client disconnects before the answer is sent. */
  readonly signal: Signal;
  readonly facts: RequestFacts;
}

/** Access to the headers only. */
export type Headed = Pick<Exchange, "header">;

export interface Reply {
  status: number;
  /** By lower-case names. */
  headers: Record<string, string>;
  /** The `set-cookie` lines, the only header that may repeat. */
  cookies?: readonly string[];
  /** A streamed body is produced as fast as the client reads it. Ending its iteration ends the work behind it. */
  body: string | Uint8Array | AsyncIterable<string | Uint8Array> | null;
}

export type Handler = (exchange: Exchange) => Reply | Promise<Reply>;

export interface TextReply extends Reply {
  body: string;
}

export const jsonReply = (value: unknown, status = 200, headers: Record<string, string> = {}): TextReply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value),
});

/** Default headers of every API answer: it must not be cached, and its type must not be guessed. */
export function withApiHeaders<R extends Reply>(reply: R): R {
  reply.headers["cache-control"] ??= "no-store";
  reply.headers["x-content-type-options"] ??= "nosniff";
  return reply;
}
