import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { sendResponse } from "./web";

let server: Server;
afterEach(() => server.close());

async function serve(answer: () => Response): Promise<number> {
  server = createServer((message, response) => void sendResponse(answer(), message, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port; // safe because it listens on a port
}

test.each([
  ["br", createBrotliDecompress],
  ["gzip", createGunzip],
])("each piece of a file that is being made arrives when it is made, also by %s", async (coding, inflater) => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = { "content-type": "application/jsonl", "content-disposition": "attachment" };
  const port = await serve(() => new Response(readable, { headers }));
  const [message] = (await once(
    get({ port, host: "127.0.0.1", headers: { "accept-encoding": coding } }),
    "response",
  )) as [IncomingMessage]; // safe because that is the event's argument
  expect(message.headers).toMatchObject({ "content-encoding": coding, vary: "accept-encoding" });
  const pieces = message.pipe(inflater()).setEncoding("utf8");
  for (const line of ['{"row":1}\n', '{"row":2}\n']) {
    void writer.write(new TextEncoder().encode(line));
    expect((await once(pieces, "data"))[0]).toBe(line);
  }
  await writer.close();
  await once(pieces, "end");
});

test("what is encoded already stays as it is", async () => {
  const headers = { "content-type": "text/plain", "content-encoding": "zstd" };
  const port = await serve(() => new Response("x".repeat(5_000), { headers }));
  const asked = get({ port, host: "127.0.0.1", headers: { "accept-encoding": "gzip" } });
  const [message] = (await once(asked, "response")) as [IncomingMessage]; // safe as above
  expect(message.headers["content-encoding"]).toBe("zstd");
  message.resume();
  await once(message, "end");
});
