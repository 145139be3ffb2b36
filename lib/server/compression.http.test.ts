import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, startMount } from "@/lib/http/testing/mounts";

let server: Mounted;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await startMount("stand-alone");
  headers = bearer(await createCredentials(server.db));
}, 120_000);
afterAll(() => server?.stop());

/** The answer as it came over the wire: fetch would inflate it. */
function ask(path: string, accepted?: string): Promise<{ headers: Record<string, unknown>; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = { ...headers, ...(accepted === undefined ? {} : { "accept-encoding": accepted }) };
    get(`${server.url}${path}`, { headers: sent }, (message) => {
      const chunks: Buffer[] = [];
      message.on("data", (chunk) => chunks.push(chunk));
      message.on("end", () => resolve({ headers: message.headers, bytes: Buffer.concat(chunks) }));
    }).on("error", reject);
  });
}
const inflate = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["*", "br"],
  ["br;q=0, gzip;q=0.5", "gzip"],
] as const)("a client that accepts %s gets %s", async (accepted, coding) => {
  const plain = await ask("/openapi.json");
  const packed = await ask("/openapi.json", accepted);
  expect(packed.headers).toMatchObject({ "content-encoding": coding, vary: "accept-encoding" });
  expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`);
  expect(packed.bytes.length).toBe(Number(packed.headers["content-length"]));
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
  expect(JSON.parse(inflate[coding](packed.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()));
});

test.each([undefined, "", "identity", "deflate", "br;q=0, *;q=0"])(
  "a client that accepts %j gets the answer uncompressed",
  async (accepted) => {
    const answer = await ask("/openapi.json", accepted);
    expect(answer.headers).not.toHaveProperty("content-encoding");
    expect(answer.headers.vary).toBe("accept-encoding");
    JSON.parse(answer.bytes.toString());
  },
);

test("small answers and event streams are not compressed", async () => {
  expect((await ask("/health/", "br, gzip")).headers).not.toHaveProperty("content-encoding");
  const body = { model: "sandbox/echo", messages: [{ role: "user", content: "word ".repeat(2_000) }], stream: true };
  const answer = await send(server.url, "POST", "/v1/chat/completions", {
    headers: { ...headers, "accept-encoding": "br, gzip" },
    body,
  });
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  expect(answer.headers.get("content-encoding")).toBeNull();
});
