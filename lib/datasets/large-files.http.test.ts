// Files as large as a form may carry: refused where they go too far, without holding memory or anybody else up.
import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MAX_FILE_BYTES } from "@/lib/contracts/limits";
import { bearer, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, startMount } from "@/lib/http/testing/mounts";

const MEGABYTE = 1024 * 1024;
let server: Mounted;
let headers: Record<string, string>;
let uploads: string;
beforeAll(async () => {
  uploads = await mkdtemp(join(tmpdir(), "assay-large-files-"));
  vi.stubEnv("TMPDIR", uploads); // other suites upload at the same time
  server = await startMount("stand-alone");
  headers = bearer(await createCredentials(server.db, "Member"));
});
afterAll(async () => {
  await server?.stop();
  vi.unstubAllEnvs();
  await rm(uploads, { recursive: true });
});

const form = (fields: string, fileName = "x.csv") => ({
  head: `${fields}--frontier\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`,
  tail: "\r\n--frontier--\r\n",
});

/** A form whose file is made while it is sent. */
async function* chunks(bytes: number, line: string, { head, tail } = form("")) {
  const encoder = new TextEncoder();
  const chunk = encoder.encode(line.repeat(MEGABYTE / line.length));
  yield encoder.encode(`${head}a,b\n`);
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield encoder.encode(tail);
}

async function upload(body: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
  const init = {
    method: "POST",
    headers: { ...headers, "content-type": "multipart/form-data; boundary=frontier" },
    body: Readable.toWeb(Readable.from(body)) as unknown as ReadableStream, // safe: only the declarations differ
    duplex: "half",
    signal,
  } as RequestInit; // safe: the declarations lack `duplex`
  const response = await fetch(`${server.url}/model-hub/develops/create-dataset-from-local-file/`, init);
  return { status: response.status, body: (await response.json()) as { message?: string; result?: object } };
}

const expectNothingLeft = async () => expect(await readdir(uploads)).toEqual([]);

/** Files that this process, which the server runs in, still has open: they take their space on disk until they are closed. */
async function openUploads(): Promise<string[]> {
  const links = (await readdir("/proc/self/fd")).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ""));
  return (await Promise.all(links)).filter((path) => path.startsWith(uploads));
}

test("95 MB of short rows hit the row limit in little memory, while others are served", async () => {
  global.gc?.();
  const start = process.memoryUsage().rss;
  let peak = start;
  let served = 0;
  const watching = setInterval(async () => {
    peak = Math.max(peak, process.memoryUsage().rss);
    const { status } = await send(server.url, "GET", "/health/");
    if (status === 200) served++;
  }, 50);
  const { status, body } = await upload(chunks(95 * MEGABYTE, "1,2\n"));
  clearInterval(watching);
  expect({ status, message: body.message }).toEqual({ status: 400, message: "file: Has more than 200000 rows." });
  expect((peak - start) / MEGABYTE).toBeLessThan(300);
  expect(served).toBeGreaterThan(3);
  await expectNothingLeft();
});

test("a file over the limit is refused before it has arrived completely", async () => {
  let sent = 0;
  async function* measured() {
    for await (const chunk of chunks(3 * MAX_FILE_BYTES, "1,2\n")) {
      sent += chunk.length;
      yield chunk;
    }
  }
  const answer = await upload(measured()).catch((error: Error) => error); // its connection may be closed under the sender
  if (!(answer instanceof Error)) expect(answer.status).toBe(413);
  expect(sent).toBeLessThan(2 * MAX_FILE_BYTES);
});

test("a quoted cell of nine million characters is refused with its line", async () => {
  const { status, body } = await upload(chunks(0, "1,2\n", form("")));
  expect(status).toBe(200);
  expect(body.result).toMatchObject({ rows_created: 0 });
  async function* quoted() {
    const { head, tail } = form("", "y.csv");
    yield new TextEncoder().encode(`${head}a,b\n1,"${"x".repeat(9_000_000)}"\n${tail}`);
  }
  expect(await upload(quoted())).toMatchObject({
    status: 400,
    body: { message: "file: Line 2: the row is longer than 1000000 characters." },
  });
});

test.each([
  ["two files", `${form("").head}a\n1\r\n`, "Send one file."],
  ["more than twenty fields", field("x", "1").repeat(21), "A form has at most 20 fields."],
  [
    "a field that is too long",
    field("new_dataset_name", "x".repeat(100_001)),
    "new_dataset_name: At most 100000 bytes.",
  ],
])("%s are refused", async (_, fields, message) => {
  expect(await upload(chunks(0, "1,2\n", form(fields)))).toMatchObject({ status: 400, body: { message } });
});

test("an incomplete form is refused and leaves nothing behind", async () => {
  async function* cut() {
    yield new TextEncoder().encode(`${form("").head}a,b\n1,2\n`);
  }
  expect(await upload(cut())).toMatchObject({ status: 400, body: { message: "Could not read the form." } });
  await expectNothingLeft();
});

test.runIf(process.platform === "linux")("forms that were refused or aborted leave no open files", async () => {
  const gone = new AbortController();
  async function* givenUp() {
    yield new TextEncoder().encode(`${form("").head}a,b\n1,2\n`);
    await vi.waitUntil(async () => (await openUploads()).length > 0);
    gone.abort();
  }
  await expect(upload(givenUp(), gone.signal)).rejects.toThrow();
  await upload(chunks(MAX_FILE_BYTES, "1,2\n")).catch(() => undefined); // its connection may be closed under the sender
  await expect.poll(openUploads).toEqual([]);
  await expectNothingLeft();
});

function field(name: string, value: string): string {
  return `--frontier\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}
