// The commands that only ask: login, api, traces; and what they print about a server of another version.

import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { send } from "@/lib/http/testing/api";
import { type Assay, startAssay } from "./testing";

let assay: Assay;
beforeAll(async () => {
  assay = await startAssay();
}, 120_000);
afterAll(() => assay?.stop());

const none = { ASSAY_URL: "", ASSAY_API_KEY: "" };

test("login stores the address and the key for this user only; environment variables override it", async () => {
  const { key, secret } = assay.credentials;
  const input = `${assay.server.url}/\n${key}\n${secret}\n`;
  const wrong = await assay.run(["login"], { env: none, input: input.replace(secret, "wrong") });
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining("not valid")]);
  const { code, out } = await assay.run(["login"], { env: none, input });
  expect([code, out]).toEqual([0, expect.stringMatching(/Owner of /)]);
  const file = join(assay.folder, "config", "credentials.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
    url: assay.server.url,
    api_key: key,
    secret_key: secret,
  });
  expect((await assay.run(["api", "getUserInfo"], { env: none })).code).toBe(0);
  expect((await assay.run(["api", "getUserInfo"], { env: { ASSAY_URL: "", ASSAY_API_KEY: "wrong" } })).code).toBe(3);
  // A stored key goes to no other server.
  const other = await assay.run(["api", "getUserInfo"], {
    env: { ASSAY_URL: "http://127.0.0.1:9", ASSAY_API_KEY: "" },
  });
  expect([other.code, other.err]).toEqual([3, expect.stringContaining("The stored key is for")]);
});

test("calls every operation by its name, with fields, JSON input, and files", async () => {
  expect((await assay.run(["api", "list", "dataset", "file"])).out).toMatch(/^createDatasetFromFile /m);
  const created = await assay.run(["api", "createEmptyDataset", "--new_dataset_name", "007", "--row", "2"], {
    input: '{"columns": [{"name": "a"}]}',
  });
  expect([created.code, JSON.parse(created.out).dataset_name]).toEqual([0, "007"]);
  const { dataset_id } = JSON.parse(created.out);
  const rows = await assay.run(["api", "listRowIds", `--dataset_id=${dataset_id}`, "--limit", "1"]);
  expect(JSON.parse(rows.out)).toMatchObject({ count: 2, results: [expect.any(String)] });
  await assay.write("up.csv", "a,b\n1,2\n");
  const uploaded = await assay.run(["api", "createDatasetFromFile", "--file", "@up.csv", "--new_dataset_name", "Up"]);
  expect(JSON.parse(uploaded.out)).toMatchObject({ rows_created: 1 });
  const file = await assay.run(["api", "downloadDataset", "--dataset_id", JSON.parse(uploaded.out).dataset_id]);
  expect(file.out).toBe("a,b\r\n1,2\r\n");
  expect((await assay.run(["api", "downloadDataset", "--help"])).out).toMatch(/--dataset_id \(string, required\)/);
});

test.each<[words: string[], problem: RegExp]>([
  [["api"], /^Usage: assay api/],
  [["api", "listDataset"], /no operation listDataset\. Did you mean .*listDatasets/],
  [["api", "listRowIds"], /Required: --dataset_id/],
  [["api", "listRowIds", "--dataset_id", "x"], /dataset_id: Must be a UUID/],
  [["api", "listDatasets", "--page", "many"], /page: /],
  [["api", "createDatasetFromFile", "--file", "@none.csv"], /There is no file none\.csv/],
  [["run"], /^Usage: assay run/],
  [["run", "a", "--speed"], /--speed/],
  [["run", "a", "--timeout", "soon"], /not a time/],
  [["traces", "find"], /^Usage: assay traces/],
  [["fly"], /There is no command fly/],
])("refuses %j with a reason", async (words, problem) => {
  const { code, out, err } = await assay.run(words);
  expect([code, out, err]).toEqual([3, "", expect.stringMatching(problem)]);
});

async function exportSpan(traceId: string, name: string): Promise<void> {
  const span = {
    traceId,
    spanId: traceId.slice(0, 16),
    name,
    startTimeUnixNano: "1777887000000000000",
    endTimeUnixNano: "1777887000250000000",
    attributes: [{ key: "output.value", value: { stringValue: "At the depot" } }],
  };
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "support" } }] };
  const headers = { authorization: `Bearer ${assay.credentials.key}` };
  const body = { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] };
  expect((await send(assay.server.url, "POST", "/tracer/v1/traces", { headers, body })).status).toBe(200);
}

test("searches traces, and follows them as they arrive", async () => {
  await exportSpan("4bf92f3577b34da6a3ce929d0e0e4736", "where is my parcel");
  const found = await assay.run(["traces", "search", "parcel"]);
  expect([found.code, found.out]).toEqual([
    0,
    expect.stringMatching(/4bf92f3577b34da6a3ce929d0e0e4736 .*250 ms {2}where is my parcel {2}At the depot/),
  ]);
  expect(await assay.run(["traces", "search", "submarine"])).toMatchObject({ out: "", err: "No trace matches.\n" });
  const tail = assay.begin(["traces", "tail", "--json"]);
  let seen = "";
  tail.child.stdout?.on("data", (data) => {
    seen += data;
  });
  await tail.says(/Waiting for traces/);
  await exportSpan("5bf92f3577b34da6a3ce929d0e0e4736", "and my refund");
  await expect.poll(() => seen).toContain("and my refund");
  tail.child.kill("SIGINT");
  expect((await tail.ended).code).toBe(0);
  expect(seen).not.toContain("parcel");
});

test.each<[version: string | undefined, words: RegExp]>([
  ["9.0.0", /The server \(9\.0\.0\) is newer than this command \(0\.1\.0\)/],
  ["0.0.9", /The server \(0\.0\.9\) is older than this command/],
  [undefined, /The server is older than this command/],
])("reports a server of version %s, also with an error", async (version, words) => {
  const server = createServer((request, response) => {
    const isHealth = request.url === "/health/";
    const body = isHealth
      ? { status: true, result: { status: "ok", database: "ok", version } }
      : { status: false, code: "not_found", message: "This path does not exist." };
    response.writeHead(isHealth ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  const { code, err } = await assay.run(["api", "listDatasets"], { env: { ASSAY_URL: `http://127.0.0.1:${port}` } });
  server.close();
  expect([code, err]).toEqual([
    3,
    expect.stringMatching(new RegExp(`${words.source}[^]*does not exist[^]*${words.source}`)),
  ]);
});

test("reports a server that is not Assay", async () => {
  const server = createServer((_, response) => response.end("<h1>Hello</h1>"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  const { code, err } = await assay.run(["api", "listDatasets"], { env: { ASSAY_URL: `http://127.0.0.1:${port}` } });
  server.close();
  expect([code, err]).toEqual([3, expect.stringContaining("No Assay server answers at")]);
});
