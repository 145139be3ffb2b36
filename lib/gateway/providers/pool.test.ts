// The way to providers on Node, against servers on real sockets.
import dns from "node:dns";
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ProviderPool, providerPool } from "./pool";
import type { ProviderReply } from "./provider";

let pool: ProviderPool;
const stops: (() => void)[] = [];
beforeEach(() => {
  pool = providerPool();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await pool.close();
});

interface Provider {
  url: URL;
  /** Connections that were made to it. */
  connections(): number;
}

async function provider(answer: RequestListener): Promise<Provider> {
  let connections = 0;
  const server = createServer(answer).on("connection", () => connections++);
  await once(server.listen(0, "127.0.0.1"), "listening");
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  return { url: new URL(`http://127.0.0.1:${port}/v1/chat/completions?version=1`), connections: () => connections };
}

const ask = (
  { url }: Pick<Provider, "url">,
  signal = new AbortController().signal,
  isGuarded = false,
): Promise<ProviderReply> =>
  pool.send({ url, headers: { "content-type": "application/json" }, body: '{"model":"x"}', signal, isGuarded });

async function textOf({ body }: ProviderReply): Promise<string> {
  if (typeof body === "string") return body;
  const chunks = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const iteratorOf = ({ body }: ProviderReply): AsyncIterator<Uint8Array> => {
  if (typeof body === "string") throw new Error("The answer is in no chunks.");
  return body[Symbol.asyncIterator]();
};

test("sends HEAD without a body", async () => {
  const seen: unknown[] = [];
  const server = await provider((message, response) => {
    seen.push([message.method, message.headers["content-length"]]);
    response.writeHead(204, { location: "/there" }).end();
  });
  const { signal } = new AbortController();
  const reply = await pool.send({ url: server.url, method: "HEAD", headers: {}, body: "", signal, isGuarded: false });
  expect([reply.status, reply.headers.location, await textOf(reply), seen]).toEqual([
    204,
    "/there",
    "",
    [["HEAD", undefined]],
  ]);
});

test("posts its body, returns status, headers and text, and reuses its connection", async () => {
  const seen: unknown[] = [];
  const server = await provider(async (message, response) => {
    const chunks = await message.toArray();
    seen.push([message.method, message.url, message.headers["content-type"], Buffer.concat(chunks).toString()]);
    response.writeHead(429, { "Retry-After": "7", "X-Two": ["a", "b"] }).end("später");
  });
  for (const _ of [1, 2]) {
    const reply = await ask(server);
    expect(reply).toMatchObject({ status: 429, headers: { "retry-after": "7", "x-two": "a,b" } });
    expect(await textOf(reply)).toBe("später");
    await new Promise((resolve) => setTimeout(resolve, 20)); // a connection is free a moment after its answer
  }
  expect(seen[0]).toEqual(["POST", "/v1/chat/completions?version=1", "application/json", '{"model":"x"}']);
  expect(server.connections()).toBe(1);
});

test("follows no redirects", async () => {
  const server = await provider((_, response) => response.writeHead(307, { location: "/elsewhere" }).end());
  expect(await ask(server)).toMatchObject({ status: 307, headers: { location: "/elsewhere" } });
});

test("decompresses an answer although it did not ask for compression", async () => {
  const server = await provider((message, response) => {
    expect(message.headers["accept-encoding"]).toBe("identity");
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("inflated"));
  });
  expect(await textOf(await ask(server))).toBe("inflated");
});

test("names a compression that it cannot read", async () => {
  const server = await provider((_, response) => response.writeHead(200, { "content-encoding": "zstd" }).end("x"));
  const reply = await ask(server);
  expect(reply.status).toBe(200);
  await expect(textOf(reply)).rejects.toThrow(
    "The provider's answer is compressed with zstd, which the gateway did not ask for.",
  );
});

test("says so of a refusal too, whose status counts", async () => {
  const server = await provider((_, response) => response.writeHead(400, { "content-encoding": "zstd" }).end("x"));
  const reply = await ask(server);
  expect([reply.status, await textOf(reply)]).toEqual([
    400,
    "The provider's answer is compressed with zstd, which the gateway did not ask for.",
  ]);
});

test("rejects if no server answers, or if the connection breaks within the answer", async () => {
  await expect(ask({ url: new URL("http://127.0.0.1:1/") })).rejects.toThrow();
  const server = await provider((_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("half");
    setTimeout(() => response.destroy(), 20);
  });
  await expect(ask(server).then(textOf)).rejects.toThrow();
});

test("yields each chunk as it arrives", async () => {
  let answer: ServerResponse | undefined;
  const server = await provider((_, response) => {
    answer = response;
    response.write("first");
  });
  const chunks = iteratorOf(await ask(server));
  expect(String((await chunks.next()).value)).toBe("first");
  answer?.end("second");
  expect(String((await chunks.next()).value)).toBe("second");
  expect((await chunks.next()).done).toBe(true);
});

/** A provider that sends without end as long as it is read, and how much it has sent. */
async function endless() {
  const sent = { bytes: 0 };
  const chunk = Buffer.alloc(64 * 1024, "x");
  const server = await provider((_, response) => {
    const send = () => {
      while (!response.destroyed) {
        sent.bytes += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on("drain", send);
    send();
  });
  return { server, sent };
}

test("slows down a provider whose answer is not read", async () => {
  const { server, sent } = await endless();
  const chunks = iteratorOf(await ask(server));
  await chunks.next();
  let before = -1;
  while (sent.bytes !== before) {
    before = sent.bytes;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // The sockets' own buffers, and little more.
  expect(sent.bytes).toBeLessThan(32 * 1024 * 1024);
  await chunks.return?.();
});

test.each([
  { way: "return", coding: "identity" },
  { way: "abort", coding: "identity" },
  { way: "return", coding: "gzip" },
] as const)("a provider is left at once by $way, even while waiting for a chunk ($coding)", async ({ way, coding }) => {
  const leaving = new AbortController();
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const server = await provider((_, response) => {
    response.on("close", leave).writeHead(200, { "content-encoding": coding });
    response.write(coding === "gzip" ? gzipSync("first") : "first");
  });
  const chunks = iteratorOf(await ask(server, leaving.signal));
  await chunks.next();
  const next = chunks.next().catch(() => undefined);
  if (way === "return") await chunks.return?.();
  else leaving.abort();
  await left;
  await next;
});

test("a request that is aborted before its answer rejects", async () => {
  const leaving = new AbortController();
  const server = await provider(() => leaving.abort());
  await expect(ask(server, leaving.signal)).rejects.toThrow();
});

test.each([
  "127.0.0.1",
  "localhost",
  "localhost.",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "2130706433",
  "localtest.me.localhost",
])("does not connect to a private address that others entered: %s", async (host) => {
  const server = await provider((_message, response) => response.end("secret"));
  const url = new URL(server.url);
  url.hostname = host;
  await expect(ask({ url }, undefined, true)).rejects.toMatchObject({ code: "upstream_error" });
  expect(server.connections()).toBe(0);
});

test("does not connect to a name that leads to a private address", async () => {
  const server = await provider((_message, response) => response.end("secret"));
  const resolve = vi
    .spyOn(dns, "lookup")
    .mockImplementation(((_name: string, _options: object, found: LookupCallback) =>
      found(null, [{ address: "127.0.0.1", family: 4 }])) as typeof dns.lookup);
  const url = new URL(server.url);
  url.hostname = "llm.example.com";
  await expect(ask({ url }, undefined, true)).rejects.toMatchObject({ code: "upstream_error" });
  expect(resolve).toHaveBeenCalled();
  expect(server.connections()).toBe(0);
});

type LookupCallback = (error: null, addresses: { address: string; family: number }[]) => void;
