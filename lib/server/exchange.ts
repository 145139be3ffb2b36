// The mount on Node's own server: its messages as plain values, and replies sent.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { logIgnored } from "@/lib/error-report";
import type { Exchange, Reply, ResponseBody } from "@/lib/exchange/exchange";
import { factsOf, type RequestFacts } from "@/lib/exchange/request-facts";
import { Abort, SERVER_STOPPED, type Signal } from "@/lib/exchange/signal";
import { chunksOf } from "./chunks";
import { codingFor } from "./compression";
import type { Target } from "./target";
import { drain, isUploading } from "./unread-body";

/** Set by this server on every request, whatever the client sent. */
const ADDRESS_HEADER = "x-assay-client-address";

export function setClientAddress(message: IncomingMessage): void {
  message.headers[ADDRESS_HEADER] = message.socket.remoteAddress ?? "";
}

export const exchangeOf = (
  message: IncomingMessage,
  target: Target,
  response: ServerResponse,
  facts = messageFacts(message),
): Exchange => new MessageExchange(message, target, response, facts);

export const messageFacts = ({ headers }: IncomingMessage): RequestFacts => factsOf((name) => headerIn(headers, name));

function headerIn(headers: IncomingMessage["headers"], name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value.join(", ") : value) ?? null;
}

/**
 * A class for its getter: one in an object's literal gives each object a shape of its own, which V8 keeps, with all that the
 * getter knows, until it collects everything.
 */
class MessageExchange implements Exchange {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly query: string;
  readonly body: ResponseBody;
  readonly header: Exchange["header"];
  readonly headerNames: Exchange["headerNames"];
  readonly facts: RequestFacts;
  readonly #response: ServerResponse;
  readonly #socket: Socket;
  #gone: Abort | undefined;

  constructor(
    message: IncomingMessage,
    { origin, path, query }: Target,
    response: ServerResponse,
    facts: RequestFacts,
  ) {
    const { method = "GET", headers } = message;
    this.method = method;
    this.origin = origin;
    this.path = path;
    this.query = query;
    this.body = chunksOf(message);
    this.header = (name) => headerIn(headers, name);
    this.headerNames = () => Object.keys(headers);
    this.facts = facts;
    this.#response = response;
    this.#socket = message.socket;
  }

  get signal(): Signal {
    this.#gone ??= abortWhenLeft(this.#response, this.#socket);
    return this.#gone;
  }
}

const cutOff = new WeakSet<Socket>();

/** The server stops, and no longer waits for the requests of these connections. */
export function cut(connections: Iterable<Socket>): void {
  for (const socket of connections) {
    cutOff.add(socket);
    socket.destroy();
  }
}

function abortWhenLeft(response: ServerResponse, socket: Socket): Abort {
  const gone = new Abort();
  const note = () => {
    if (!response.writableEnded) gone.abort(cutOff.has(socket) ? SERVER_STOPPED : undefined);
  };
  if (response.destroyed) note();
  else response.once("close", note);
  return gone;
}

/** Sends a reply, at the pace at which the client takes it, as small as the client wants it. */
export async function sendReply(reply: Reply, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { body } = reply;
  const accepted = message.headers["accept-encoding"];
  if (message.method === "HEAD" || body === null) {
    if (isInPieces(body)) await body[Symbol.asyncIterator]().return?.();
    await sendWhole(reply, null, message, response);
  } else if (isInPieces(body)) {
    const coding = codingFor(reply, accepted);
    writeHead(reply, message, response);
    if (!coding) return sendChunks(body, response);
    response.flushHeaders();
    await pipeline(body, coding.stream(), response);
  } else {
    const coding = codingFor(reply, accepted, Buffer.byteLength(body));
    await sendWhole(reply, coding ? await coding.whole(body) : body, message, response);
  }
}

const isInPieces = (body: Reply["body"]): body is AsyncIterable<string | Uint8Array> =>
  body !== null && typeof body === "object" && !(body instanceof Uint8Array);

function writeHead({ status, headers, cookies }: Reply, message: IncomingMessage, response: ServerResponse): void {
  if (isUploading(message)) headers.connection = "close";
  response.writeHead(status, cookies?.length ? { ...headers, "set-cookie": [...cookies] } : headers);
}

/** Ending a response closes a connection that is not kept alive, so the client's remaining data is read first. */
async function sendWhole(
  reply: Reply,
  body: string | Uint8Array | null,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isLate = isUploading(message);
  const hasNone = message.method === "HEAD" || reply.status === 204 || reply.status === 304;
  if (isLate || !hasNone) reply.headers["content-length"] = String(Buffer.byteLength(body ?? ""));
  writeHead(reply, message, response);
  if (isLate) {
    response.flushHeaders();
    if (body !== null) response.write(body);
    await drain(message);
    response.end();
  } else {
    response.end(body ?? undefined);
    message.resume();
  }
}

/** Each chunk when it is made and there is room for it. A client that leaves ends the work. */
async function sendChunks(body: AsyncIterable<string | Uint8Array>, response: ServerResponse): Promise<void> {
  const chunks = body[Symbol.asyncIterator]();
  let room: (() => void) | undefined;
  const onRoom = () => room?.();
  const onClose = () => {
    onRoom();
    if (!response.writableEnded) chunks.return?.().catch(logIgnored("end an answer whose client has disconnected"));
  };
  response.on("drain", onRoom).once("close", onClose);
  // A head that no chunk goes with goes ahead.
  const flush = setImmediate(() => response.flushHeaders());
  for (let chunk = await chunks.next(); !chunk.done && !response.destroyed; chunk = await chunks.next()) {
    clearImmediate(flush);
    const hasRoom = response.write(chunk.value);
    if (hasRoom || response.destroyed) continue;
    await new Promise<void>((resolve) => {
      room = resolve;
    });
  }
  clearImmediate(flush);
  response.end();
}
