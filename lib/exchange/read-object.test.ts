import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { MAX_BODY_BYTES, MAX_HELD_BYTES, MAX_VALUES } from "@/lib/bounds/limits";
import { turn } from "@/lib/bounds/turn";
import { exchangeOf } from "@/lib/exchange/web";
import { readObject } from "./read-object";

const read = async (body: string | ReadableStream) => {
  // Safe: the standard's `duplex`.
  const request = new Request("http://localhost", { method: "POST", body, duplex: "half" } as RequestInit);
  return (await readObject(exchangeOf(request)))?.object ?? null;
};
const many = (value: string, count: number) => `{"list":[${`${value},`.repeat(count)}${value}]}`;

/** A body that never ends, and how much of it was taken. */
function endless(chunk: string) {
  const bytes = new TextEncoder().encode(chunk.repeat(1000));
  const taken = { bytes: 0 };
  const body = new ReadableStream({
    pull(controller) {
      taken.bytes += bytes.length;
      controller.enqueue(bytes);
    },
  });
  return { body, taken };
}

test.each(["{}", "[]", "0", '""', '{"a":1}'])(
  "a body of countless %s is refused before all of it is read",
  async (value) => {
    const { body, taken } = endless(`${value},`);
    await expect(read(body)).rejects.toMatchObject({ kind: "tooLarge", message: expect.stringContaining("values") });
    expect(taken.bytes).toBeLessThan(4 * MAX_VALUES + 2_000_000);
  },
);

test("brackets within texts are not structure, wherever the bytes are split", async () => {
  const text = `,:[{"\\${"[".repeat(5000)}`;
  const bytes = new TextEncoder().encode(JSON.stringify({ text, other: [text, "\\"] }));
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  expect(await read(body)).toEqual({ text, other: [text, "\\"] });
});

test("a body with the greatest allowed number of values is read", async () => {
  const { list = [] } = ((await read(many("0", 200_000))) ?? {}) as { list?: number[] }; // safe: the text says so
  expect(list).toHaveLength(200_001);
});

describe("invalid bodies", () => {
  test.each([
    ["too deep", `{"a":${"[".repeat(2000)}`, "unbearable"],
    ["too long", JSON.stringify("x".repeat(11 * 1024 * 1024)), "tooLarge"],
    ["no JSON", "{", "unreadable"],
    ["no object", "[]", "unreadable"],
  ])("%s", async (_, body, kind) => {
    await expect(read(body)).rejects.toMatchObject({ kind });
  });

  test("an empty body is null", async () => {
    expect(await read(" ")).toBeNull();
  });
});

test("other requests are served between two chunks of work", async () => {
  const seen: string[] = [];
  const first = turn().then(() => setImmediate(() => seen.push("another request")));
  await Promise.all([first, turn().then(() => seen.push("the second chunk of work"))]);
  expect(seen).toEqual(["another request", "the second chunk of work"]);
});

test("large parallel bodies are read only as far as there is room", async () => {
  const chunk = new TextEncoder().encode(" ".repeat(1024 * 1024));
  const announced = 9 * chunk.length;
  let taken = 0;
  const readers: (() => void)[] = [];
  const reading = Array.from({ length: 8 }, () => {
    let own = 0;
    // All but its last chunk comes when it is asked for; that one once `end` is called.
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (own === announced - chunk.length) await new Promise<void>((end) => readers.push(end));
          own += chunk.length;
          taken += chunk.length;
          controller.enqueue(chunk);
          if (own === announced) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-length": String(announced) };
    // Safe: the standard's `duplex`.
    const request = new Request("http://localhost", { method: "POST", body, headers, duplex: "half" } as RequestInit);
    return readObject(exchangeOf(request));
  });
  const together = Math.floor(MAX_HELD_BYTES / announced);
  for (let done = 0; done < reading.length; done += 1) {
    await vi.waitFor(() => expect(readers.length).toBe(Math.min(reading.length, done + together)));
    // The others wait with the chunk that told that they are large.
    expect(taken).toBeLessThanOrEqual(done * announced + MAX_HELD_BYTES + (reading.length - done) * chunk.length);
    readers[done]?.();
  }
  expect(new Set(await Promise.all(reading))).toEqual(new Set([null]));
});

describe("a compressed body", () => {
  const readEncoded = async (
    body: Uint8Array | ReadableStream,
    encoding: string,
    more: Record<string, string> = {},
  ) => {
    const headers = { "content-encoding": encoding, ...more };
    // Safe: the standard's `duplex`, and a buffer of no shared memory.
    const init = { method: "POST", body: body as BodyInit, headers, duplex: "half" } as RequestInit;
    return (await readObject(exchangeOf(new Request("http://localhost", init))))?.object ?? null;
  };
  const text = JSON.stringify({ a: "ä".repeat(100_000) });

  test.each<[string, Uint8Array]>([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    [" GZIP ", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["identity", new TextEncoder().encode(text)],
  ])("is read: %s", async (encoding, body) => {
    expect(await readEncoded(body, encoding)).toEqual(JSON.parse(text));
  });

  test.each(["zstd", "br", "gzip, gzip", "constructor"])("is refused by its name: %s", async (encoding) => {
    await expect(readEncoded(gzipSync(text), encoding)).rejects.toMatchObject({
      kind: "encoded",
      message: "The content encoding must be gzip, deflate or identity.",
    });
  });

  test.each<[string, Uint8Array]>([
    ["is something else", new TextEncoder().encode(text)],
    ["is cut", gzipSync(text).subarray(0, 100)],
    ["is no UTF-8", gzipSync(new Uint8Array([0x7b, 0xff, 0x7d]))],
  ])("that %s is unreadable", async (_title, body) => {
    await expect(readEncoded(body, "gzip")).rejects.toMatchObject({ kind: "unreadable" });
  });

  test("may be empty", async () => {
    expect(await readEncoded(new Uint8Array(), "gzip")).toBeNull();
  });

  test("is refused once what it holds is too large, and holds no more of it", async () => {
    const bomb = gzipSync(`{"a":"${"x".repeat(MAX_BODY_BYTES + 1)}"}`);
    await expect(readEncoded(bomb, "gzip")).rejects.toMatchObject({ kind: "tooLarge" });
  });

  test("is refused if it announces too much", async () => {
    const length = { "content-length": String(MAX_BODY_BYTES + 1) };
    await expect(readEncoded(gzipSync(text), "gzip", length)).rejects.toMatchObject({ kind: "tooLarge" });
  });
});
