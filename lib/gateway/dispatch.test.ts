import { expect, test } from "vitest";
import { webHandler } from "@/lib/exchange/web";
import { dispatch } from "./dispatch";
import { createGateway } from "./pipeline";
import { ask, memoryParts } from "./testing/memory-parts";

const serve = webHandler(dispatch(() => createGateway(memoryParts())));

test.each([
  ["POST", "/v1/chat/completions", 200],
  ["POST", "/v1/chat/completions/", 200],
  ["GET", "/v1/chat/completions", 405],
  ["GET", "/v1/models", 200],
  ["GET", "/v1/key", 200],
  ["POST", "/v1/key/", 405],
  ["HEAD", "/v1/models/", 200],
  ["DELETE", "/v1/models", 405],
  ["GET", "/v1/models/small", 200],
  ["GET", "/v1/models/org/large/", 200],
  ["GET", "/v1/models/org%2Flarge", 200],
  ["GET", "/v1/models/%E0%A4%A", 404],
  ["POST", "/v1/models/small", 405],
  ["POST", "/v1/images/generations", 501],
  ["POST", "/v1/fine_tuning/jobs", 501],
  ["POST", "/v1/realtime/sessions", 501],
  ["POST", "/v1/conversations", 501],
  ["POST", "/v1/vector_stores", 501],
  ["POST", "/v1/uploads", 501],
  ["POST", "/v1/videos", 501],
  ["POST", "/v1/assistants", 501],
  ["POST", "/v1/threads/t1/runs", 501],
  ["POST", "/v1/responses/compact", 501],
  ["POST", "/v1/responses/input_tokens", 501],
  ["GET", "/v1/v1/responses/input_tokens/", 501],
  ["DELETE", "/v1/responses/compact", 501],
  ["GET", "/v1/responses/compacted", 404],
  ["POST", "/v1/responses/resp_1", 405],
  ["POST", "/v1/threadsafe", 404],
  ["GET", "/v1/chat", 404],
  ["OPTIONS", "/v1/chat/completions", 204],
  ["OPTIONS", "/v1/nothing", 404],
  ["GET", "/v1", 404],
])("%s %s → %i", async (method, path, status) => {
  expect((await serve(ask({ method, path }))).status).toBe(status);
});

test.each([
  ["GET", "/v1/chat/completions/", "OPTIONS, POST"],
  ["PUT", "/v1/messages/count_tokens", "OPTIONS, POST"],
  ["POST", "/v1/models", "GET, HEAD, OPTIONS"],
  ["DELETE", "/v1/models/org/large", "GET, HEAD, OPTIONS"],
])("%s %s is refused with the allowed methods: %s", async (method, path, allow) => {
  const { status, headers } = await serve(ask({ method, path }));
  expect([status, headers.get("allow")]).toEqual([405, allow]);
});

test("the gateway tells clients not to retry what it does not support", async () => {
  const { status, headers } = await serve(ask({ path: "/v1/images/generations" }));
  expect([status, headers.get("x-should-retry")]).toEqual([501, "false"]);
});

test("a browser may ask for an unknown path, so that its page can read the error", async () => {
  const headers = { "access-control-request-method": "POST" };
  expect((await serve(ask({ method: "OPTIONS", path: "/v1/nothing", headers }))).status).toBe(204);
});

test("a browser may delete a stored response", async () => {
  const headers = { "access-control-request-method": "DELETE", "access-control-request-headers": "authorization" };
  const { status, headers: allowed } = await serve(ask({ method: "OPTIONS", path: "/v1/responses/resp_1", headers }));
  expect([status, allowed.get("access-control-allow-methods")]).toEqual([204, "GET, POST, DELETE, OPTIONS"]);
});
