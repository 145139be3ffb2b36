// A request and its answer as plain values, whatever server carries them. Only the mounts know that server's own kinds.
import type { Signal } from "./signal";

/** Bytes as they come, to be taken once. An iterator's `return` gives up what is still to come, also while it is waited for. */
export type ResponseBody = AsyncIterable<Uint8Array>;

export interface Exchange {
  method: string;
  /** Scheme and host under which the server was asked; what proxies in front say of it is not in it. */
  origin: string;
  /** Begins with a slash; encoded as it was sent. */
  path: string;
  /** With its question mark; empty where there is none. */
  query: string;
  /** A header by its name in lower case, several lines of it joined by commas; null without one. */
  header: (name: string) => string | null;
  /** In lower case. */
  headerNames: () => Iterable<string>;
  body: ResponseBody;
  /** Aborts when the client leaves before the answer is out. */
  readonly signal: Signal;
}

/** What can be read of headers alone. */
export type Headed = Pick<Exchange, "header">;

export interface Reply {
  status: number;
  /** By names in lower case. */
  headers: Record<string, string>;
  /** The lines of `set-cookie`, the one header that has several. */
  cookies?: readonly string[];
  /** A body in pieces is made at the pace at which the client takes it. Ending its iteration ends the work behind it. */
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

/** On every answer of the API that does not say otherwise itself: nobody keeps it, and it is nothing but what its type says. */
export function withApiHeaders<R extends Reply>(reply: R): R {
  reply.headers["cache-control"] ??= "no-store";
  reply.headers["x-content-type-options"] ??= "nosniff";
  return reply;
}
