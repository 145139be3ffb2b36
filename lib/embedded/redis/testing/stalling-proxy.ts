// A TCP proxy in front of a Redis that can stop passing anything on, and go on later with all that came meanwhile.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export async function stallingProxy(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const follow = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.on("data", (bytes) => other.write(bytes));
    if (isStalled) socket.pause();
  };
  const server = createServer((client) => {
    const redis = connect(Number(port), hostname);
    follow(client, redis);
    follow(redis, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    url: `redis://127.0.0.1:${address.port}`,
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
