// What a load balancer does in its usual configuration: each request on a connection of its own, in turn to the servers that are
// there. One that accepts no connection is passed over for a moment, and the request goes to the next.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const PASSED_OVER_MS = 2000;

interface Upstream {
  port: number;
  goneSince: number;
}

export interface Balancer {
  url: string;
  stop(): void;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const upstreams: Upstream[] = ports.map((port) => ({ port, goneSince: Number.NEGATIVE_INFINITY }));
  let turn = 0;
  const inTurn = (): Upstream[] => {
    turn = (turn + 1) % upstreams.length;
    const order = [...upstreams.slice(turn), ...upstreams.slice(0, turn)];
    const isThere = ({ goneSince }: Upstream) => performance.now() - goneSince > PASSED_OVER_MS;
    return [...order.filter(isThere), ...order.filter((upstream) => !isThere(upstream))];
  };
  const server = createServer((incoming, answer) => void forward(incoming, answer, inTurn()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function forward(incoming: IncomingMessage, answer: ServerResponse, [upstream, ...others]: Upstream[]): void {
  if (!upstream) {
    answer.writeHead(502).end("no server accepts connections");
    return;
  }
  const options = { host: "127.0.0.1", port: upstream.port, path: incoming.url, method: incoming.method, agent: false };
  const passedOn = request({ ...options, headers: { ...incoming.headers, connection: "close" } });
  passedOn.on("response", (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
    response.on("error", () => answer.destroy());
  });
  passedOn.on("error", (error) => {
    if (!("code" in error) || error.code !== "ECONNREFUSED")
      return answer.headersSent ? answer.destroy() : answer.writeHead(502).end(`${upstream.port}: ${error.message}`);
    upstream.goneSince = performance.now();
    forward(incoming, answer, others);
  });
  // Nothing of the body is read before there is a connection, so that another server can have it.
  passedOn.on("socket", (socket) => socket.once("connect", () => incoming.pipe(passedOn)));
}
