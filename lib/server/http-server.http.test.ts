// What the stand-alone server makes of requests that are odd, broken or too large: always an answer, and never a wait.
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, createCredentials } from "@/lib/http/testing/api";
import { ADMIN_TOKEN, type Mounted, startMount } from "@/lib/http/testing/mounts";
import { head, sendRaw } from "./testing/raw-request";

const MB = 1024 * 1024;

let server: Mounted;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await startMount("stand-alone");
  headers = bearer(await createCredentials(server.db));
}, 120_000);
afterAll(() => server?.stop());

const refusal = (body: string) => JSON.parse(body) as Record<string, unknown>;

test.each([
  [
    "h2c, as curl and Java's client offer it",
    { Upgrade: "h2c", Connection: "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABkAAQAAP__" },
  ],
  ["a websocket, which nothing here is", { Upgrade: "websocket", Connection: "Upgrade" }],
])("an offer to upgrade to %s is ignored, and the request is answered", async (_, offer) => {
  const answer = await sendRaw(server.url, head("GET /health/", offer));
  expect(answer.status).toBe(200);
  expect(refusal(answer.body)).toMatchObject({ status: true });
});

test("the body of a request with such an offer is read", async () => {
  const body = JSON.stringify({ model: "sandbox/echo" });
  const offer = { ...headers, Upgrade: "h2c", Connection: "Upgrade", "Content-Length": String(body.length) };
  const answer = await sendRaw(server.url, head("POST /model-hub/annotations-labels/", offer) + body);
  expect([answer.status, refusal(answer.body).attr]).toEqual([400, "name"]);
});

test.each([
  ["OPTIONS", "*", 204],
  ["GET", "*", 400],
  ["GET", "http://assay.test/health/?", 200],
  ["GET", "//health/", 200],
  ["TRACE", "/health/", 405],
  ["CONNECT", "assay.test:80", 405],
  ["BREW", "/health/", 400],
])("%s %s gets status %i", async (method, target, status) => {
  const answer = await sendRaw(server.url, head(`${method} ${target}`));
  expect(answer.status).toBe(status);
  if (status >= 400) expect(refusal(answer.body)).toMatchObject({ status: false, message: expect.any(String) });
});

test.each([
  ["/health/", "GET, HEAD"],
  ["/model-hub/annotations-labels/", "GET, HEAD, POST"],
  ["/-/metrics", "GET, HEAD"],
])("TRACE %s is refused, and the answer lists the allowed methods: %s", async (target, allow) => {
  const answer = await sendRaw(server.url, head(`TRACE ${target}`, { Authorization: `Bearer ${ADMIN_TOKEN}` }));
  expect([answer.status, /^allow: (.*)$/im.exec(answer.head)?.[1]]).toEqual([405, allow]);
});

test.each(["two words", "host:port", "[::1", "a.test/path", "someone@a.test", "a<b", "%"])(
  "the host '%s' is invalid, and the answer says so",
  async (host) => {
    const answer = await sendRaw(server.url, head("GET /health/", { Host: host }));
    expect(answer.status).toBe(400);
    expect(refusal(answer.body)).toMatchObject({
      status: false,
      code: "invalid",
      message: expect.stringContaining("Host"),
    });
  },
);

test.each([
  ["no HTTP", "hello\r\n\r\n", 400],
  ["no host", "GET /health/ HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["two lengths", head("POST /health/", { "Content-Length": "3\r\nContent-Length: 4" }), 400],
  ["a head that never ends", head("GET /health/", { "X-Long": "x".repeat(40_000) }), 431],
])("%s is refused with a message, and the connection is closed", async (_, request, status) => {
  const answer = await sendRaw(server.url, request);
  expect(answer).toMatchObject({ status, closed: true });
  expect(answer.head).toMatch(/content-type: application\/json/i);
  expect(refusal(answer.body)).toMatchObject({ status: false, message: expect.any(String) });
});

test("an error in the next request does not break an answer that has begun", async () => {
  const answer = await sendRaw(server.url, `${head("GET /health/")}nonsense\r\n\r\n`);
  expect(answer.closed).toBe(true);
  expect(answer.status).toBe(200);
});

/** Pours zeros as fast as the server takes them, up to `bytes`. */
const pour = (bytes: number, chunked: boolean) => (socket: Socket) => {
  const chunk = Buffer.alloc(64 * 1024);
  let left = bytes;
  const next = () => {
    while (left > 0 && !socket.destroyed) {
      left -= chunk.length;
      if (chunked) socket.write(`${chunk.length.toString(16)}\r\n`);
      const more = socket.write(chunk);
      if (chunked) socket.write("\r\n");
      if (!more) return socket.once("drain", next);
    }
    if (chunked && !socket.destroyed) socket.write("0\r\n\r\n");
  };
  next();
};

const kept = { Connection: "keep-alive" };
const announced = { ...kept, "Content-Length": String(30 * MB) };
const chunked = { ...kept, "Transfer-Encoding": "chunked" };
const lengths = { announced, "in chunks": chunked };
test.each(Object.entries(lengths))(
  "an upload that is too large (%s) is refused, drained and closed",
  async (form, length) => {
    const request = head("POST /model-hub/annotations-labels/", { ...headers, ...length });
    const answer = await sendRaw(server.url, request, {
      upload: pour(30 * MB, form === "in chunks"),
      patienceMs: 5_000,
    });
    expect(answer).toMatchObject({ status: 413, closed: true });
    expect(answer.head).toMatch(/connection: close/i);
    expect(refusal(answer.body)).toMatchObject({ code: "request_too_large" });
  },
);

test.each([
  ["POST /api/auth/callback/credentials", 1 * MB],
  ["POST /api/auth/signout", 1 * MB],
  ["POST /api/inngest?fnId=assay-sweep-jobs&stepId=step", 30 * MB],
  ["PUT /api/inngest", 30 * MB],
])("%s does not read all of a chunked upload", async (line, bytes) => {
  const form = { ...chunked, "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await sendRaw(server.url, head(line, form), { upload: pour(bytes, true), patienceMs: 5_000 });
  expect(answer.status).toBe(413);
  expect(refusal(answer.body)).toMatchObject({ status: false, code: "request_too_large" });
});

test("the server does not wait for an announced upload that it has refused", async () => {
  const request = head("POST /model-hub/annotations-labels/", announced);
  const answer = await sendRaw(server.url, request, { patienceMs: 15_000 });
  expect(answer).toMatchObject({ status: 401, closed: true });
  expect(answer.milliseconds).toBeLessThan(8_000);
});

test("a client that uploads endlessly is cut off", async () => {
  const request = head("POST /model-hub/annotations-labels/", chunked);
  const answer = await sendRaw(server.url, request, { upload: pour(5_000 * MB, true), patienceMs: 15_000 });
  expect(answer).toMatchObject({ status: 401, closed: true });
});

test("a small unread body does not close the connection", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ name: "x".repeat(5_000) });
  const statuses: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    socket.write(head("POST /model-hub/annotations-labels/", { ...kept, "Content-Length": String(body.length) }));
    const answered = new Promise<Buffer>((resolve) => socket.once("data", resolve));
    setTimeout(() => socket.write(body), 50);
    statuses.push((await answered).toString().slice(9, 12));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(statuses).toEqual(["401", "401", "401"]);
  expect(socket.readyState).toBe("open");
  socket.destroy();
});
