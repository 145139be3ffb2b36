// What stands between clients and the process of the screens, with a plain server in the place of Next.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer, get, type IncomingMessage, request, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createServer, type RunningServer } from "../http-server";
import { head, sendRaw } from "../testing/raw-request";

const folder = mkdtempSync(join(tmpdir(), "assay-forward-"));
const socket = join(folder, "socket");
let screens: Server;
let server: RunningServer;

const listen = async () => {
  screens = createHttpServer({ keepAliveTimeout: 0 });
  rmSync(socket, { force: true });
  await once(screens.listen(socket), "listening");
};
beforeAll(async () => {
  await listen();
  // In development the server passes on everything, websockets too.
  server = await createServer({ port: 0, host: "127.0.0.1", screens: { socket, dev: true } });
});
beforeEach(() => {
  screens.removeAllListeners("request").removeAllListeners("upgrade");
});
afterAll(async () => {
  await server.close();
  screens.closeAllConnections();
  screens.close();
  rmSync(folder, { recursive: true });
});

const answerTo = async (sent: ReturnType<typeof request>): Promise<IncomingMessage> => {
  const [answer] = await once(sent, "response");
  return answer;
};

test("request, sender's address and answer are passed on unchanged", async () => {
  const arrived = vi.fn();
  screens.on("request", async (message, response) => {
    const { host, cookie, connection, "x-of-connection": named, "x-assay-client-address": address } = message.headers;
    arrived({ method: message.method, url: message.url, body: await text(message), host, cookie, named, address });
    expect(connection).toBe("keep-alive");
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.writeHead(201, { "x-one": "two" }).end("made");
  });
  const headers = {
    host: "assay.test:8443",
    cookie: "session=x",
    connection: "close, x-of-connection",
    "x-of-connection": "1",
    "x-assay-client-address": "203.0.113.9",
  };
  const sent = request(`${server.url}/queues/a%20b?page=2&x=%2F`, { method: "PUT", headers });
  sent.write("one ");
  sent.end("two");
  const answer = await answerTo(sent);
  expect(arrived).toHaveBeenCalledWith({
    method: "PUT",
    url: "/queues/a%20b?page=2&x=%2F",
    body: "one two",
    host: "assay.test:8443",
    cookie: "session=x",
    named: undefined,
    address: "127.0.0.1",
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.headers).toMatchObject({ "set-cookie": ["a=1", "b=2"], "x-one": "two" });
  expect(await text(answer)).toBe("made");
});

test.each([
  ["HEAD", 200],
  ["GET", 304],
  ["DELETE", 204],
])("an answer without a body stays without one: %s %i", async (method, status) => {
  screens.on("request", (_, response) => response.writeHead(status, { etag: '"1"' }).end());
  const answer = await sendRaw(server.url, head(`${method} /queues`), { patienceMs: 5_000 });
  expect(answer).toMatchObject({ status, body: "", closed: true });
});

test("HTTP/1.0 without Host gets the whole body unchunked", async () => {
  screens.on("request", (_, response) => response.write("one ", () => response.end("two")));
  const answer = await sendRaw(server.url, "GET / HTTP/1.0\r\n\r\n", { patienceMs: 5_000 });
  expect(answer).toMatchObject({ status: 200, body: "one two", closed: true });
});

test("bodies are forwarded chunk by chunk in both directions", async () => {
  screens.on("request", (message, response) => void message.pipe(response));
  const sent = request(`${server.url}/echo`, { method: "POST" });
  sent.write("one");
  const answer = (await answerTo(sent)).setEncoding("utf8");
  expect((await once(answer, "data"))[0]).toBe("one");
  sent.write("two");
  expect((await once(answer, "data"))[0]).toBe("two");
  sent.end();
  await once(answer, "end");
});

test.each([
  ["before its answer", () => undefined],
  ["while it is answered", (response: { write(chunk: string): void }) => response.write("one")],
])("when a client leaves %s, the screens see it leave", async (_, begin) => {
  const left = new Promise((resolve) => {
    screens.on("request", (message, response) => {
      begin(response);
      response.once("close", () => resolve(response.writableFinished));
      setTimeout(() => sent.destroy(), 50);
      message.resume();
    });
  });
  const sent = get(`${server.url}/queues`).on("error", () => undefined);
  expect(await left).toBe(false);
});

test("while the screens are down, a page says so; the screens return by themselves", async () => {
  screens.on("request", (_, response) => response.end("here"));
  expect(await text(await answerTo(get(server.url)))).toBe("here");
  screens.close();
  screens.closeAllConnections();
  for (const method of ["GET", "POST"]) {
    const answer = await fetch(`${server.url}/queues`, { method, ...(method === "POST" && { body: "a form" }) });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await answer.text()).toContain('<meta http-equiv="refresh" content="2">');
  }
  await listen();
  screens.on("request", (_, response) => response.end("back"));
  expect(await text(await answerTo(get(server.url)))).toBe("back");
});

test("an interrupted answer does not look complete", async () => {
  screens.on("request", (_, response) => response.write("half", () => response.destroy()));
  const answer = await answerTo(get(server.url));
  await expect(text(answer)).rejects.toThrow("aborted");
});

test("a websocket connects to the screens until either side or the server closes", async () => {
  screens.on("upgrade", (message, other) => {
    expect(message.headers).toMatchObject({ host: "assay.test", "sec-websocket-key": "abc" });
    other.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    other.pipe(other);
  });
  const offer = { Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Key": "abc" };
  const own = await createServer({ port: 0, host: "127.0.0.1", screens: { socket, dev: true } });
  const joined = sendRaw(own.url, head("GET /_next/hmr", offer), {
    upload: (client) => client.write("hello"),
    patienceMs: 10_000,
  });
  setTimeout(() => void own.close(), 500);
  const answer = await joined;
  expect(answer).toMatchObject({ status: 101, body: "hello", closed: true });
  expect(answer.milliseconds).toBeLessThan(5_000);
});

test("an unanswered websocket offer does not keep the server from closing", async () => {
  const offered = new Promise((resolve) => screens.on("upgrade", resolve));
  const own = await createServer({ port: 0, host: "127.0.0.1", screens: { socket, dev: true } });
  const sent = sendRaw(own.url, head("GET /", { Upgrade: "websocket", Connection: "Upgrade" }), {
    patienceMs: 30_000,
  });
  await offered;
  await own.close();
  expect(await sent).toMatchObject({ status: 0, closed: true });
});

test("a websocket that the screens decline gets their answer", async () => {
  screens.on("upgrade", (_, other) => other.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"));
  const offer = { Upgrade: "websocket", Connection: "Upgrade" };
  const answer = await sendRaw(server.url, head("GET /_next/hmr", offer), { patienceMs: 5_000 });
  expect(answer).toMatchObject({ status: 403, body: "no", closed: true });
});
