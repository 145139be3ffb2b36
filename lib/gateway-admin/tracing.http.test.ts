// Calls of the gateway over the stand-alone mount, and the traces that the platform's API then shows.
import { randomUUID } from "node:crypto";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { contextOf } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { bearer, type Credentials, createCredentials, send } from "@/lib/http/testing/api";
import { type DatabaseLink, openDatabaseLink } from "@/lib/http/testing/database-link";
import { ADMIN_TOKEN, type Mounted, startMount } from "@/lib/http/testing/mounts";

const PATIENCE_MS = 30_000;
let link: DatabaseLink;
let server: Mounted;
let owner: Credentials;
let key: { id: string; key: string };
let client: OpenAI;

beforeAll(async () => {
  server = await startMount("stand-alone", async (url) => {
    link = await openDatabaseLink(url);
    return link.url;
  });
  owner = await createCredentials(server.db);
  key = await administer("POST", "/-/keys", { name: "traced", organization_id: owner.organization.id });
  client = new OpenAI({ apiKey: key.key, baseURL: `${server.url}/v1`, maxRetries: 0 });
});
afterAll(async () => {
  await server.stop();
  await link.close();
});

async function administer(method: string, path: string, body: object) {
  const answer = await send(server.url, method, path, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` }, body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.body;
}

async function read(path: string) {
  const answer = await send(server.url, "GET", path, { headers: bearer(owner) });
  return { status: answer.status, found: answer.body.result ?? answer.body };
}

/** The one trace of a session, once it has arrived. */
const traceOf = (session: string) =>
  vi.waitFor(
    async () => {
      const { found } = await read("/tracer/traces/?limit=100");
      const traces = found.results.filter((trace: { session_id: string }) => trace.session_id === session);
      expect(traces).toHaveLength(1);
      return traces[0];
    },
    { timeout: PATIENCE_MS, interval: 50 },
  );

const ask = (model: string, text = "Where is my parcel?") => ({
  model: `sandbox/${model}`,
  messages: [{ role: "user" as const, content: text }],
});
const inSession = (session: string) => ({ headers: { "x-gateway-session-id": session } });

test("a completion becomes a trace that can be put into a queue", async () => {
  const session = randomUUID();
  const { response } = await client.chat.completions.create(ask("echo"), inSession(session)).withResponse();
  const trace = await traceOf(session);
  expect(trace).toMatchObject({
    trace_id: response.headers.get("x-gateway-trace-id"),
    project_name: "Gateway",
    status: "OK",
    span_count: 1,
    input: ask("echo").messages,
    output: "Sandbox echo: Where is my parcel?",
  });
  const { found } = await read(`/tracer/traces/${trace.id}/`);
  expect(found.spans).toMatchObject([
    { observation_type: "llm", kind: "CLIENT", model: "sandbox/echo", provider: "sandbox" },
  ]);

  const manager = contextOf(server.db, owner.organization, owner.userId, "Owner");
  const queue = await createTestQueue(manager, owner.organization, { items: 0 });
  const items = `/model-hub/annotation-queues/${queue.queue_id}/items/`;
  const added = await send(server.url, "POST", `${items}add-items/`, {
    headers: bearer(owner),
    body: { items: [{ source_type: "trace", source_id: trace.id }] },
  });
  expect(added.status).toBe(200);
  expect((await read(items)).found.results).toMatchObject([
    { source_preview: { output_preview: "Sandbox echo: Where is my parcel?" } },
  ]);
});

test("streams, abandoned streams and failures become traces, too", async () => {
  const [whole, left, failed] = [randomUUID(), randomUUID(), randomUUID()];
  const stream = await client.chat.completions.create({ ...ask("echo"), stream: true }, inSession(whole));
  for await (const _ of stream);
  const longText = "word ".repeat(40_000);
  const abandoned = await client.chat.completions.create({ ...ask("echo", longText), stream: true }, inSession(left));
  for await (const _ of abandoned) break;
  await expect(client.chat.completions.create(ask("error-500"), inSession(failed))).rejects.toThrow();
  expect(await traceOf(whole)).toMatchObject({ status: "OK", output: "Sandbox echo: Where is my parcel?" });
  const leftTrace = await traceOf(left);
  expect(leftTrace).toMatchObject({ status: "ERROR", output: expect.stringMatching(/^Sandbox echo/) });
  expect(leftTrace.output.length).toBeLessThan(longText.length);
  expect(await traceOf(failed)).toMatchObject({ status: "ERROR", output: null });
});

test("a key's setting applies to its next call", async () => {
  const [unsaid, last] = [randomUUID(), randomUUID()];
  await administer("PATCH", `/-/keys/${key.id}`, { tracing: "off" });
  const { response } = await client.chat.completions.create(ask("echo"), inSession(randomUUID())).withResponse();
  expect(response.headers.has("x-gateway-trace-id")).toBe(false);
  await administer("PATCH", `/-/keys/${key.id}`, { tracing: "metadata" });
  await client.chat.completions.create(ask("echo"), inSession(unsaid));
  expect(await traceOf(unsaid)).toMatchObject({ status: "OK", input: null, output: null });
  expect(await administer("PATCH", `/-/keys/${key.id}`, { tracing: null })).toMatchObject({ tracing: null });
  await client.chat.completions.create(ask("echo"), inSession(last));
  expect(await traceOf(last)).toMatchObject({ output: "Sandbox echo: Where is my parcel?" });
});

test.each<[string, () => Promise<void> | void]>([
  ["gone", () => link.cut()],
  ["hanging", () => link.freeze()],
])("with the database %s, the gateway answers, and the trace follows when it is back", async (_, begin) => {
  const session = randomUUID();
  await begin();
  const answer = await client.chat.completions.create(ask("echo"), { ...inSession(session), timeout: PATIENCE_MS });
  expect(answer.choices[0]?.message.content).toMatch(/^Sandbox echo/);
  await new Promise((resolve) => setTimeout(resolve, 1000)); // time for a first, vain attempt
  await link.mend();
  expect(await traceOf(session)).toMatchObject({ status: "OK", span_count: 1 });
});
