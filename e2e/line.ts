import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Line {
  /** The server's address through this line. */
  origin: string;
  /** Nobody gets through any more; what is under way breaks off. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A line to the server that can be cut: to everything in the browser the server is then away, its service workers included. */
export async function lineTo(address: string): Promise<Line> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  const listen = async (at: number) => {
    const server = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    });
    server.listen(at, hostname);
    await once(server, "listening");
    return server;
  };
  let server = await listen(0);
  const bound = server.address();
  const ownPort = typeof bound === "object" && bound ? bound.port : 0;
  return {
    origin: `http://${hostname}:${ownPort}`,
    async cut() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      server = await listen(ownPort);
    },
  };
}
