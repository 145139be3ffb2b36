import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type AddressInfo, connect, Server } from "node:net";
import { setImmediate as turn } from "node:timers/promises";

const SHORT_TURN_MS = 0.05;
const LONGEST_WAIT_MS = 1_000;
const CONNECT_MS = 500;

/** Resolves with the server's address, as one would type it, once it listens. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await once(server.listen(port, host), "listening");
  const { port: boundPort } = server.address() as AddressInfo; // safe because it listens on a port, not on a pipe
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${shownHost.includes(":") ? `[${shownHost}]` : shownHost}:${boundPort}`;
}

/**
 * Rejects as `listen` would, if the host is not one of this machine or something listens on the port. It never listens there itself: a
 * load balancer would take a server that starts for one that is there, and its requests would be reset.
 */
export async function assertPortFree(port: number, host: string): Promise<void> {
  const { address, family } = await lookup(host);
  // A datagram socket: a server that listens on any free port could get this one.
  const onAnyPort = createSocket(family === 6 ? "udp6" : "udp4");
  await once(onAnyPort.bind(0, address), "listening");
  await once(onAnyPort.close(), "close");
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const socket = connect({ port, host: reached, timeout: CONNECT_MS });
  const isTaken = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("timeout", () => resolve(false));
  });
  socket.destroy();
  if (isTaken) throw Object.assign(new Error(`listen EADDRINUSE ${host}:${port}`), { code: "EADDRINUSE", port });
}

/**
 * Stops accepting connections. The system resets those that it has accepted and the server has not: so this closes after a short
 * turn of the event loop in which nobody was waiting. A turn accepts one.
 */
export async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on("connection", count);
  const end = performance.now() + LONGEST_WAIT_MS;
  // The first may be the rest of the current turn, which has looked for connections already.
  await turn();
  for (let isQuiet = false; !isQuiet && performance.now() < end; ) {
    const [before, begin] = [accepted, performance.now()];
    await turn();
    isQuiet = accepted === before && performance.now() - begin < SHORT_TURN_MS;
  }
  server.off("connection", count);
  // The socket first: an HTTP server's own `close` looks at each connection before, and who connects meanwhile is reset.
  Server.prototype.close.call(server);
  server.close();
}
