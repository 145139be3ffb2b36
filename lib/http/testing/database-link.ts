// A proxy between a server and its database, which a test can cut, freeze and restore.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface DatabaseLink {
  /** The database's address through the proxy. */
  url: string;
  /** Connections end, and new ones are refused: the database is down. */
  cut(): Promise<void>;
  /** Connections stay open but nothing passes: the database, or the network, hangs. */
  freeze(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function openDatabaseLink(databaseUrl: string): Promise<DatabaseLink> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => to.write(data));
      if (frozen) from.pause();
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the link has no port");
  const { port } = address;
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    async cut() {
      const closed = once(server, "close");
      server.close();
      endAll();
      await closed;
    },
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      frozen = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    async close() {
      endAll();
      if (server.listening) {
        const closed = once(server, "close");
        server.close();
        await closed;
      }
    },
  };
}
