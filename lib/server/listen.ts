import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { setImmediate as turn } from "node:timers/promises";

const SHORT_TURN_MS = 2;
const LONGEST_WAIT_MS = 1_000;

/** Resolves with the server's address, as one would type it, once it listens. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await once(server.listen(port, host), "listening");
  const { port: boundPort } = server.address() as AddressInfo; // safe because it listens on a port, not on a pipe
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${shownHost.includes(":") ? `[${shownHost}]` : shownHost}:${boundPort}`;
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
  server.close();
}
