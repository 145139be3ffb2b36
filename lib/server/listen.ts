import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Resolves with the server's address, as one would type it, once it listens. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await once(server.listen(port, host), "listening");
  const { port: boundPort } = server.address() as AddressInfo; // safe because it listens on a port, not on a pipe
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return `http://${shownHost.includes(":") ? `[${shownHost}]` : shownHost}:${boundPort}`;
}
