import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import type { Reply } from "@/lib/exchange/exchange";
import { SERVER_STOPPED } from "@/lib/exchange/signal";
import { chunksOf } from "@/lib/exchange/web";
import { cut, exchangeOf } from "./exchange";
import { serveHandler } from "./testing/serve";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function serve(answer: () => Reply): Promise<string> {
  const { url, stop } = await serveHandler(answer);
  stops.push(stop);
  return url;
}

test.each([
  ["br", createBrotliDecompress],
  ["gzip", createGunzip],
])("a generated file arrives chunk by chunk, also compressed with %s", async (coding, inflater) => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = { "content-type": "application/x-ndjson", "content-disposition": "attachment" };
  const url = await serve(() => ({ status: 200, headers, body: chunksOf(readable) }));
  const request = get(url, { headers: { "accept-encoding": coding } });
  const [message] = (await once(request, "response")) as [IncomingMessage]; // safe because that is the event's argument
  expect(message.headers).toMatchObject({ "content-encoding": coding, vary: "accept-encoding" });
  const chunks = message.pipe(inflater()).setEncoding("utf8");
  for (const line of ['{"row":1}\n', '{"row":2}\n']) {
    void writer.write(new TextEncoder().encode(line));
    expect((await once(chunks, "data"))[0]).toBe(line);
  }
  await writer.close();
  await once(chunks, "end");
});

test("an encoded answer is not encoded again", async () => {
  const headers = { "content-type": "text/plain", "content-encoding": "zstd" };
  const url = await serve(() => ({ status: 200, headers, body: "x".repeat(5_000) }));
  const request = get(url, { headers: { "accept-encoding": "gzip" } });
  const [message] = (await once(request, "response")) as [IncomingMessage]; // safe as above
  expect(message.headers["content-encoding"]).toBe("zstd");
  message.resume();
  await once(message, "end");
});

test.each([
  ["a client leaves", (client: Socket) => client.destroy(), expect.objectContaining({ name: "AbortError" })],
  ["the server cuts its connection", (_client: Socket, server: Iterable<Socket>) => cut(server), SERVER_STOPPED],
] as const)("the signal says that %s", async (_, leave, reason) => {
  const sockets = new Set<Socket>();
  const server = createServer().on("connection", (socket) => sockets.add(socket));
  stops.push(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  const client = connect(port, "127.0.0.1").on("error", () => client.destroy());
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [message, response] = await once(server, "request");
  const { signal } = exchangeOf(message, { origin: "", path: "/", query: "" }, response);
  const gone = new Promise<void>((resolve) => signal.addEventListener("abort", resolve));
  leave(client, sockets);
  await gone;
  expect(signal.reason).toEqual(reason);
  expect(signal.reason === SERVER_STOPPED).toBe(reason === SERVER_STOPPED);
});
