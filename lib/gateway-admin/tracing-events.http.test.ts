// Calls of the gateway on the edge runtime: events to Inngest, and the traces that its function writes of them.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { contextOf } from "@/db/testing/factories";
import { requestCompleted } from "@/inngest/events";
import { sha256 } from "@/lib/auth/hash";
import { serve } from "@/lib/gateway/testing/serve";
import { bearer, type Credentials, createCredentials } from "@/lib/http/testing/api";
import { type Mounted, startMount } from "@/lib/http/testing/mounts";
import { listTraces } from "@/lib/traces/trace-list";
import { projectPlatformKey, rebuildProjection } from "./projection";
import { storeRequests } from "./requests/store-requests";

const PATIENCE_MS = 30_000;
let server: Mounted;
let owner: Credentials;
let inngest: Awaited<ReturnType<typeof serve>>;
const events: { id: string; name: string; data: unknown }[] = [];

beforeAll(async () => {
  inngest = await serve(async (request) => {
    events.push(...[await request.json()].flat());
    return Response.json({ ids: [], status: 200 });
  });
  vi.stubEnv("INNGEST_BASE_URL", inngest.url);
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
  server = await startMount("next");
  owner = await createCredentials(server.db);
  await rebuildProjection();
  await projectPlatformKey(sha256(owner.key), {
    id: owner.userId,
    organizationId: owner.organization.id,
    scopes: ["gateway"],
    role: "Member",
    expiresAt: null,
  });
});
afterAll(async () => {
  await server?.stop();
  inngest?.stop();
  vi.unstubAllEnvs();
});

const complete = (more: object = {}, signal?: AbortSignal) =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    headers: { ...bearer(owner), "content-type": "application/json" },
    body: JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }], ...more }),
    ...(signal ? { signal } : {}),
  });

/** The trace of the next event, delivered twice as Inngest may. */
async function traceOfEvent(traceId: string | null) {
  const event = await vi.waitFor(
    () => {
      const found = events.find(
        ({ name, data }) => name === "gateway/request.completed" && JSON.stringify(data).includes(String(traceId)),
      );
      if (!found) throw new Error("No event has come.");
      return found;
    },
    { timeout: PATIENCE_MS },
  );
  const call = requestCompleted.schema.parse(event.data);
  await storeRequests(server.db, [call]);
  await storeRequests(server.db, [call]);
  const { results } = await listTraces(contextOf(server.db, owner.organization, owner.userId), { page: 1 });
  return results.filter((trace) => trace.trace_id === traceId);
}

test.each([false, true])("a call becomes an event, and the event a trace (streamed: %s)", async (stream) => {
  const response = await complete({ stream });
  expect(response.status).toBe(200);
  await response.text();
  const [trace, ...others] = await traceOfEvent(response.headers.get("x-gateway-trace-id"));
  expect(others).toEqual([]);
  expect(trace).toMatchObject({ project_name: "Gateway", status: "OK", span_count: 1, output: "Sandbox echo: Hello" });
});

test("a client that leaves a stream still leaves a complete trace", async () => {
  const client = new AbortController();
  const content = "word ".repeat(20_000);
  const response = await complete({ stream: true, messages: [{ role: "user", content }] }, client.signal);
  await response.body?.getReader().read();
  client.abort();
  const [trace] = await traceOfEvent(response.headers.get("x-gateway-trace-id"));
  expect(trace).toMatchObject({ span_count: 1, output: expect.stringMatching(/^Sandbox echo/) });
});
