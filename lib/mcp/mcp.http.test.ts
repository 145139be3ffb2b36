// The official client against the server, over both of its transports and on both mounts.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { type Credentials, createCredentials, pair, send } from "@/lib/http/testing/api";
import { type Mounted, mounts, sharedMount } from "@/lib/http/testing/mounts";
import { makeCommand } from "@/scripts/command.mjs";

type Transport = "http" | "stdio";

let command: string;
beforeAll(async () => {
  command = await makeCommand(join(import.meta.dirname, "../../.next/cache/assay-server/assay-of-tests.mjs"));
});

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let credentials: Credentials;
  beforeAll(async () => {
    server = await sharedMount(mount);
    credentials = await createCredentials(server.db, "Member");
    await rebuildProjection(); // on the Next mount only a job does so
  }, 120_000);
  afterAll(() => server?.stop());

  function transportTo(kind: Transport, mayWrite: boolean) {
    if (kind === "http") {
      const headers = { ...pair(credentials), ...(mayWrite ? { "x-assay-write": "true" } : {}) };
      return new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } });
    }
    return new StdioClientTransport({
      command: process.execPath,
      args: [command, "mcp", ...(mayWrite ? ["--write"] : [])],
      env: { ASSAY_URL: server.url, ASSAY_API_KEY: credentials.key, ASSAY_SECRET_KEY: credentials.secret },
      stderr: "ignore",
    });
  }

  async function connected<T>(kind: Transport, mayWrite: boolean, work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(transportTo(kind, mayWrite));
    return work(client).finally(() => client.close());
  }

  async function use(client: Client, name: string, args: Record<string, unknown>) {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const texts = (content as { text: string }[]).map(({ text }) => text);
    return { texts, text: texts[0] ?? "", isError: isError ?? false };
  }

  describe.each<Transport>(["http", "stdio"])("over %s", (kind) => {
    test("three tools are listed in at most 4,000 tokens", async () => {
      const { tools } = await connected(kind, false, (client) => client.listTools());
      expect(tools.map(({ name }) => name)).toEqual(["search_operations", "describe_operation", "call_operation"]);
      // A token has three characters at the very least in such a text.
      expect(JSON.stringify(tools).length / 3).toBeLessThan(4000);
    });

    test("a model searches operations, reads a schema and calls one", async () => {
      await connected(kind, false, async (client) => {
        expect((await use(client, "search_operations", { query: "list datasets" })).text).toMatch(
          /^listDatasets \(GET\)/,
        );
        const { text } = await use(client, "describe_operation", { operation: "listDatasets" });
        expect(JSON.parse(text)).toMatchObject({
          request: "GET /model-hub/develops/get-datasets/",
          reads_only: true,
          input: { type: "object", properties: { search_text: { type: "string" } } },
        });
        const called = await use(client, "call_operation", { operation: "listDatasets", input: { page_size: 5 } });
        expect(JSON.parse(called.text)).toMatchObject({ status: true, result: { total_count: expect.any(Number) } });
        const models = await use(client, "call_operation", { operation: "listModels" });
        expect([models.isError, models.text]).toEqual([false, expect.stringContaining("sandbox/echo")]);
        const user = await use(client, "call_operation", { operation: "getUserInfo" });
        expect(JSON.parse(user.text)).toMatchObject({ id: credentials.userId, organization_role: "Member" });
      });
    });

    test("calls only read unless the client allows writing", async () => {
      const write = { operation: "createEmptyDataset", input: { new_dataset_name: `Of a model ${randomUUID()}` } };
      const refused = await connected(kind, false, (client) => use(client, "call_operation", write));
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("only reads") });
      const made = await connected(kind, true, (client) => use(client, "call_operation", write));
      expect([made.isError, JSON.parse(made.text)]).toMatchObject([
        false,
        { result: { dataset_id: expect.any(String) } },
      ]);
    });

    test.each<[what: string, args: object, text: RegExp]>([
      ["an unknown operation", { operation: "listDataset" }, /no operation listDataset\. Did you mean .*listDatasets/],
      ["an input without its id", { operation: "getEvalRun" }, /Required: run_id/],
      ["an input that is wrong", { operation: "getEvalRun", input: { run_id: "x" } }, /run_id: Must be a UUID/],
      [
        "a field that would be dropped",
        { operation: "listDatasets", input: { bogus: 1 } },
        /^listDatasets has no field bogus\.$/,
      ],
      ["an object that is not there", { operation: "getEvalRun", input: { run_id: randomUUID() } }, /not found/i],
      ["a role that is too low", { operation: "listKeys", input: { page_size: 10_000 } }, /page_size|forbidden/],
    ])("%s is a tool error", async (_, args, text) => {
      const refusal = await connected(kind, true, (client) => use(client, "call_operation", { ...args }));
      expect(refusal).toMatchObject({ isError: true, text: expect.stringMatching(text) });
    });
  });

  test("the audit log says from where a model's call came", async () => {
    const owner = await createCredentials(server.db, "Owner");
    const headers = { ...pair(owner), "x-assay-write": "true", "user-agent": "a-model/1" };
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } });
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(transport);
    const input = { email: `${randomUUID()}@example.com` };
    expect(await use(client, "call_operation", { operation: "inviteMember", input })).toMatchObject({ isError: false });
    await client.close();
    const { body } = await send(server.url, "GET", "/accounts/audit/", { headers: pair(owner) });
    // Behind Next only a trusted proxy says where a request came from.
    const address = mount === "next" ? null : expect.any(String);
    expect(body).toMatchObject({
      result: { entries: [{ action: "inviteMember", user_agent: "a-model/1", address }] },
    });
  });

  test("requests need a key, and only POST is allowed", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await send(server.url, "POST", "/mcp", { body })).status).toBe(401);
    const headers = pair(credentials);
    expect(await send(server.url, "GET", "/mcp", { headers })).toMatchObject({ status: 405 });
    expect(await send(server.url, "POST", "/mcp", { headers, body: { method: "tools/list" } })).toMatchObject({
      status: 400,
      body: { details: { jsonrpc: [expect.any(String)] } },
    });
  });
});
