// What reaches a collector of a request.
import { expect, test } from "vitest";
import { serve } from "@/lib/gateway/testing/serve";
import { exportRequest } from "@/lib/http/otlp-messages";
import { bearer, createCredentials, send } from "@/lib/http/testing/api";
import { startMount } from "@/lib/http/testing/mounts";
import { readAttributes } from "@/lib/traces/rules/attributes";

interface Received {
  name: string;
  kind: number;
  traceId: string;
  attributes: Record<string, unknown>;
}

test("a request, its operation and its statements form one trace, without values", async () => {
  const received: Received[] = [];
  const collector = await serve(async (request) => {
    const message = exportRequest.decode(new Uint8Array(await request.arrayBuffer()));
    const { resourceSpans } = exportRequest.toObject(message, { longs: String, bytes: String });
    for (const { resource, scopeSpans } of resourceSpans) {
      expect(readAttributes(resource.attributes)).toMatchObject({ "service.name": "assay" });
      for (const span of scopeSpans[0].spans)
        received.push({ ...span, attributes: readAttributes(span.attributes), traceId: span.traceId });
    }
    return new Response(null);
  });
  const server = await startMount("stand-alone", undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const credentials = await createCredentials(server.db);
  const path = "/model-hub/annotation-queues/";
  const answer = await send(server.url, "GET", `${path}?search=unmistakable`, {
    headers: { ...bearer(credentials), "x-request-id": "traced-1" },
  });
  expect(answer.status).toBe(200);
  await server.stop();
  collector.stop();
  const request = received.find(({ attributes }) => attributes["assay.request_id"] === "traced-1");
  expect(request).toMatchObject({
    name: "GET listQueues",
    kind: 2,
    attributes: { "http.request.method": "GET", "http.response.status_code": 200 },
  });
  const within = received.filter(({ traceId, kind }) => traceId === request?.traceId && kind !== 2);
  expect(within).toContainEqual(expect.objectContaining({ name: "listQueues", kind: 1 }));
  const statements = within.filter(({ kind }) => kind === 3);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements[0]?.attributes).toMatchObject({ "db.system.name": "postgresql", "db.operation.name": "SELECT" });
  expect(JSON.stringify(received)).not.toMatch(/unmistakable|Bearer/);
});
