import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { traceBy } from "@/lib/observe/tracing";
import { forwardPage } from "./answer-request";
import { messageFacts } from "./exchange";
import { listen } from "./listen";
import { createTracer, type FinishedSpan } from "./tracing/tracer";

afterEach(() => traceBy(null));

test.each([
  [200, false],
  [404, false],
  [503, true],
])("a page that answers %i has a span; the span failed: %s", async (status, isFailed) => {
  const spans: FinishedSpan[] = [];
  traceBy(
    createTracer(
      () => true,
      (span) => spans.push(span),
    ),
  );
  const screens = {
    forward: (_message: unknown, response: { writeHead(status: number): { end(text: string): unknown } }) =>
      void response.writeHead(status).end("<!doctype html>"),
    upgrade: () => undefined,
    closeWebSockets: () => undefined,
  };
  const server = createServer((message, response) =>
    forwardPage(screens, { message, response, facts: messageFacts(message), startedAt: performance.now() }),
  );
  const url = await listen(server, 0, "127.0.0.1");
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const answer = await fetch(`${url}/traces/unmistakable`, { headers: { traceparent } });
  await answer.text();
  await expect.poll(() => spans).toHaveLength(1);
  server.close();
  expect(spans[0]).toMatchObject({
    traceId: traceparent.split("-")[1],
    name: "GET page",
    kind: "server",
    isFailed,
    attributes: {
      "http.response.status_code": status,
      "assay.request_id": answer.headers.get("x-request-id"),
    },
  });
  expect(JSON.stringify(spans)).not.toContain("unmistakable");
});
