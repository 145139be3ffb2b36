import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { head, sendRaw } from "./testing/raw-request";
import { upgradeWebSockets } from "./upgrade";

test("websockets are upgraded; any other offer is read as the plain request that it is", async () => {
  const server = createServer(async (message, response) => {
    response.end(`${message.method} ${message.url} ${message.headers["x-one"]}: ${await text(message)}`);
  });
  server.on(
    "upgrade",
    upgradeWebSockets(server, (_, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n")),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe because it listens on a port
  const offer = (protocol: string) => ({
    Upgrade: protocol,
    Connection: "Upgrade",
    "X-One": "two",
    "Content-Length": "5",
  });
  expect((await sendRaw(url, head("GET /hmr", offer("websocket")))).status).toBe(101);
  const answer = await sendRaw(url, `${head("POST /a?b=c", offer("h2c"))}hello`, { patienceMs: 300 });
  expect(answer).toMatchObject({ status: 200, body: "POST /a?b=c two: hello" });
  server.closeAllConnections();
  server.close();
});
