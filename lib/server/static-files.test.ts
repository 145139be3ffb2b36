import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { compressStaticFiles, staticFiles } from "./static-files";

const script = "export const words = 'again and again';\n".repeat(200);
let root: string;
let server: Server;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "assay-static-"));
  await mkdir(join(root, ".next/static/chunks"), { recursive: true });
  await writeFile(join(root, ".next/static/chunks/a.js"), script);
  await writeFile(join(root, ".next/static/chunks/small.js"), "1");
  await compressStaticFiles(root, false);
  const serve = await staticFiles(root);
  server = createServer((message, response) => {
    if (!serve(message.url ?? "/", message, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await rm(root, { recursive: true });
});

const ask = (path: string, headers: Record<string, string>, method = "GET") => {
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  return fetch(`http://127.0.0.1:${port}/_next/static/${path}`, { method, headers });
};

test("files compressed at the smallest size are smaller and have the same content", async () => {
  const other = await mkdtemp(join(tmpdir(), "assay-static-"));
  onTestFinished(() => rm(other, { recursive: true }));
  await mkdir(join(other, ".next/static"), { recursive: true });
  const text = Array.from({ length: 2000 }, (_, nth) => `export const name${nth} = ${(nth * 7919) % 1009};`).join("\n");
  await writeFile(join(other, ".next/static/a.js"), text);
  const compressed = async (smallest: boolean) => {
    await compressStaticFiles(other, smallest);
    return readFile(join(other, ".next/static/a.js.br"));
  };
  const [quick, small] = [await compressed(false), await compressed(true)];
  expect(small.length).toBeLessThan(quick.length);
  for (const bytes of [quick, small]) expect(brotliDecompressSync(bytes).toString()).toBe(text);
});

test("a script is sent compressed and can be cached for a year", async () => {
  const answer = await ask("chunks/a.js", { "accept-encoding": "gzip, br" });
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-encoding": "br",
    "content-type": "application/javascript; charset=UTF-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  expect(Number(answer.headers.get("content-length"))).toBeLessThan(script.length / 10);
  expect(await answer.text()).toBe(script);
});

test.each([
  ["who does not ask for it", "chunks/a.js", { "accept-encoding": "gzip" }],
  ["who refuses it", "chunks/a.js", { "accept-encoding": "br;q=0, gzip" }],
  ["a part of a file", "chunks/a.js", { "accept-encoding": "br", range: "bytes=0-1" }],
  ["a file of a few bytes", "chunks/small.js", { "accept-encoding": "br" }],
  ["an address outside the folder", "..%2F..%2Fpackage.json", { "accept-encoding": "br" }],
])("%s is left to Next", async (_, path, headers) => {
  expect((await ask(path, headers)).status).toBe(404);
});

test("HEAD sends the same headers without a body", async () => {
  const answer = await ask("chunks/a.js", { "accept-encoding": "br" }, "HEAD");
  expect(answer.headers.get("content-encoding")).toBe("br");
});
