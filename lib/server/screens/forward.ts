// Passes requests on to the screens' process, and its answers back, as they come.
import {
  Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream";
import { logIgnored } from "@/lib/error-report";
import { sendReply } from "../exchange";
import type { Offer } from "../upgrade";
import { maintenancePage } from "./maintenance-page";

export interface Screens {
  forward(message: IncomingMessage, response: ServerResponse): void;
  /** Hands on an offer to change to websockets. */
  upgrade(...offer: Offer): void;
  /** Ends the websockets that were handed on; a server that closes does not know them. */
  closeWebSockets(): void;
}

/** Headers about one connection, not about the request (RFC 9110, 7.6.1); `expect` was answered when the request came. */
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-connection|proxy-authenticate|proxy-authorization|te|trailer|upgrade|expect)$/;

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = headers.connection?.toLowerCase().split(/\s*,\s*/) ?? [];
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name) && !named.includes(name)),
  );
}

/** Node sets the transfer encoding itself when the length of an answer is unknown. */
function answerHeaders({ headers }: IncomingMessage): IncomingHttpHeaders {
  const { "transfer-encoding": _, ...others } = endToEnd(headers);
  return others;
}

/** Passes on to the screens that listen on that path. While they are away, a page says so and that it comes back. */
export function forwardTo(socketPath: string): Screens {
  const agent = new Agent({ keepAlive: true });
  const webSockets = new Set<Duplex>();
  const send: Send = ({ method, url, headers }, further = {}) =>
    request({
      socketPath,
      agent,
      method,
      path: url,
      // HTTP/1.0 knows no Host.
      headers: { host: "localhost", ...endToEnd(headers), ...further },
      setHost: false,
    });
  return {
    forward: (message, response) => forward(send(message), message, response),
    upgrade(message, socket, head) {
      webSockets.add(socket);
      socket.once("close", () => webSockets.delete(socket));
      upgrade(send(message, { connection: "upgrade", upgrade: message.headers.upgrade }), socket, head);
    },
    closeWebSockets() {
      for (const socket of webSockets) socket.destroy();
    },
  };
}

type Send = (message: IncomingMessage, further?: IncomingHttpHeaders) => ClientRequest;

function forward(forwarded: ClientRequest, message: IncomingMessage, response: ServerResponse): void {
  forwarded.once("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answerHeaders(answer));
    // Where one end breaks, so does the other: that is the only message left.
    pipeline(answer, response, () => undefined);
  });
  forwarded.on("error", () => {
    if (response.headersSent) response.destroy();
    else if (!response.destroyed)
      void sendReply(maintenancePage(), message, response).catch((error) => {
        response.destroy();
        logIgnored("answer that the screens are unavailable")(error);
      });
  });
  response.once("close", () => {
    if (!response.writableFinished) forwarded.destroy();
  });
  message.pipe(forwarded);
}

function upgrade(forwarded: ClientRequest, socket: Duplex, head: Buffer): void {
  forwarded.once("upgrade", (answer, other, rest) => {
    socket.write(headOf(answer, answer.headers));
    other.unshift(rest);
    socket.unshift(head);
    join(socket, other);
  });
  // Declined: the answer is the last thing on this connection.
  forwarded.once("response", (answer) => {
    socket.write(headOf(answer, { ...answerHeaders(answer), connection: "close" }));
    pipeline(answer, socket, () => undefined);
  });
  forwarded.on("error", () => socket.destroy());
  socket.on("error", () => undefined).once("close", () => forwarded.destroy());
  forwarded.end();
}

/** Connects the two; when one ends, so does the other. */
function join(one: Duplex, other: Duplex): void {
  other.on("error", () => undefined);
  one.pipe(other).pipe(one);
  one.once("close", () => other.destroy());
  other.once("close", () => one.destroy());
}

function headOf({ statusCode, statusMessage }: IncomingMessage, headers: IncomingHttpHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((entry) => `${name}: ${entry}`),
  );
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, "", ""].join("\r\n");
}
