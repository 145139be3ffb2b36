// Hosts a Web-standard handler on a free loopback port, for tests with real clients.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";

type Handler = (request: Request) => Response | Promise<Response>;

export async function serve(handler: Handler): Promise<{ url: string; stop(): void }> {
  const server = createServer((incoming, outgoing) => {
    void answer(handler, incoming, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const client = new AbortController();
  outgoing.on("close", () => client.abort());
  const { method = "GET", url = "/", headers } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const response = await handler(
    new Request(`http://${headers.host}${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      signal: client.signal,
      // Safe because Readable.toWeb gives the stream that Request takes; Node's types name it otherwise.
      ...(hasBody ? { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: "half" } : {}),
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
    outgoing.write(chunk.value);
  outgoing.end();
}
