// Redirects, against real servers: Node removes a key from them only if it is in `authorization`.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { fetchWithin } from "./redirects";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(answer: (request: IncomingMessage) => { status: number; location?: string }) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const { status, location } = answer(request);
    response.writeHead(status, location === undefined ? {} : { location }).end("{}");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  return { url: `http://127.0.0.1:${port}`, seen };
}

const headers = { "x-api-key": "key", "x-secret-key": "secret" };

test.each(["GET", "POST"])("a %s that is redirected to another server is not sent there", async (method) => {
  const other = await serve(() => ({ status: 200 }));
  const server = await serve(() => ({ status: 307, location: `${other.url}/there` }));
  const body = method === "GET" ? null : "{}";
  await expect(fetchWithin(new Request(`${server.url}/here`, { method, headers, body }))).rejects.toMatchObject({
    code: "redirected",
    message: expect.stringContaining(other.url),
  });
  expect(other.seen).toEqual([]);
});

test("a redirect within the server is followed with the same headers", async () => {
  const server = await serve(({ url }) => (url === "/a" ? { status: 308, location: "/b" } : { status: 200 }));
  expect((await fetchWithin(new Request(`${server.url}/a`, { headers }))).status).toBe(200);
  expect(server.seen.map(({ url, headers: sent }) => [url, sent["x-secret-key"]])).toEqual([
    ["/a", "secret"],
    ["/b", "secret"],
  ]);
});

test("a POST that is redirected within the server is refused with the address", async () => {
  const server = await serve(() => ({ status: 308, location: "/b" }));
  const post = new Request(`${server.url}/a`, { method: "POST", headers, body: "{}" });
  await expect(fetchWithin(post)).rejects.toMatchObject({
    message: `${server.url} redirects to ${server.url}/b. Only reads follow redirects.`,
  });
});

test("the message of a redirect names an address that login takes", async () => {
  const server = await serve(() => ({ status: 308, location: "https://assay.test/model-hub/datasets/" }));
  await expect(fetchWithin(new Request(`${server.url}/a`, { headers }))).rejects.toMatchObject({
    message: expect.stringContaining("redirects to https://assay.test, where the key is not sent."),
  });
});

test("a server that redirects to itself without end is left", async () => {
  const server = await serve(() => ({ status: 302, location: "/again" }));
  await expect(fetchWithin(new Request(`${server.url}/again`))).rejects.toMatchObject({
    code: "redirected",
    message: expect.stringContaining("redirects without end"),
  });
});
