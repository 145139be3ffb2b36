import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

export type Offer = [message: IncomingMessage, socket: Duplex, head: Buffer];
type Upgrade = (...offer: Offer) => void;

/** Hands websockets on, and has Node read every other offer once more, as the plain request that it also is. */
export const upgradeWebSockets =
  (server: Server, upgrade: Upgrade): Upgrade =>
  (message, socket, rest) => {
    if (message.headers.upgrade?.toLowerCase() === "websocket") return upgrade(message, socket, rest);
    const { method, url, httpVersion, rawHeaders } = message;
    const lines = [`${method} ${url} HTTP/${httpVersion}`];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      if (!/^(upgrade|connection)$/i.test(rawHeaders[index] ?? "")) {
        lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
      }
    }
    socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), rest]));
    server.emit("connection", socket);
  };
