// What holds for every answer of the API, on both mounts.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKeys } from "@/db/schema";
import { contracts } from "@/lib/contracts";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { bearer, createCredentials, send } from "./testing/api";
import { exampleBody } from "./testing/example-body";
import { ADMIN_TOKEN, type Mounted, mounts, sharedMount } from "./testing/mounts";

const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
const platform = ["/model-hub", "/tracer", "/simulate", "/accounts", "/sdk", "/api"];

/** For every part of the API its own path, where that is no operation, and some below it. */
const nowhere = [
  ...platform.flatMap((part) => [part, `${part}/`, `${part}/no/such/path`]),
  "/health/more",
  "/openapi.json/more",
  "/model-hub/annotation-queues/0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90/nothing/",
  "/api/auth-not",
  "/v1",
  "/v1/no/such/path",
  "/-",
  "/-/no/such/path",
];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let key: Record<string, string>;
  let gatewayKey: Record<string, string>;
  beforeAll(async () => {
    server = await sharedMount(mount);
    key = bearer(await createCredentials(server.db));
    await rebuildProjection(); // nothing does so by itself on the Next mount, where a job does it on request
    const made = await send(server.url, "POST", "/-/keys", { headers: operator, body: { name: "lost" } });
    gatewayKey = { authorization: `Bearer ${made.body.key}` };
  }, 120_000);
  afterAll(() => server?.stop());

  test.each(nowhere)("%s is not found with any method, in its API's error format", async (path) => {
    for (const method of methods) {
      const headers = path.startsWith("/v1") ? gatewayKey : operator;
      const answer = await fetch(server.url + path, { method, headers, redirect: "manual" });
      const text = await answer.text();
      expect([method, answer.status]).toEqual([method, 404]);
      expect(answer.headers.get("content-type")).toBe("application/json");
      if (method === "HEAD") continue;
      const body = JSON.parse(text);
      expect(/^\/(v1|-)/.test(path) ? body.error : body).toMatchObject({
        type: expect.any(String),
        message: expect.stringMatching(/\S/),
      });
    }
  });

  test.each([
    ["PUT", "/health/", "GET, HEAD"],
    ["DELETE", "/model-hub/annotations-labels/", "GET, HEAD, POST"],
    ["GET", "/model-hub/scores/bulk/", "POST"],
    ["HEAD", "/model-hub/scores/bulk", "POST"],
    ["POST", "/simulate/run-tests/0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90/", "DELETE, GET, HEAD, PATCH"],
    ["PATCH", "/openapi.json", "GET, HEAD"],
  ])("%s %s is refused, and the answer lists the allowed methods: %s", async (method, path, allow) => {
    const refusal = await fetch(server.url + path, { method, headers: key });
    expect([refusal.status, refusal.headers.get("allow")]).toEqual([405, allow]);
    const message = `${method} is not allowed here. Allowed: ${allow}.`;
    const body = { status: false, type: "client_error", code: "method_not_allowed", message };
    if (method !== "HEAD") expect(await refusal.json()).toMatchObject(body);
    const options = await fetch(server.url + path, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow"), await options.text()]).toEqual([204, allow, ""]);
  });

  test("where keys are refused, the answer names no scope: another key would not help", async () => {
    const credentials = await createCredentials(server.db);
    await server.db
      .update(apiKeys)
      .set({ scopes: ["ingest"] })
      .where(eq(apiKeys.userId, credentials.userId));
    const refusing = contracts.filter(({ signedInOnly }) => signedInOnly);
    const answers = await Promise.all(
      refusing.map(async (contract) => {
        const { name, method, path } = contract;
        const options = {
          headers: bearer(credentials),
          ...(method === "GET" ? {} : { body: exampleBody(contract) }),
        };
        const { status, body } = await send(server.url, method, path.replace(/\{\w+\}/g, credentials.userId), options);
        return [name, status, body.code];
      }),
    );
    expect(answers).toEqual(refusing.map(({ name }) => [name, 403, "session_required"]));
  });

  test("every answer has a request id: the client's, if well formed, or a new one", async () => {
    for (const path of ["/livez", "/model-hub/annotation-queues/", "/model-hub/nothing", "/v1/models", "/-/keys"]) {
      const idOf = async (own: string) => {
        const answer = await fetch(server.url + path, { headers: { "x-request-id": own } });
        const { request_id: requestId } = JSON.parse(await answer.text());
        if (requestId !== undefined) expect(requestId).toBe(answer.headers.get("x-request-id"));
        return answer.headers.get("x-request-id");
      };
      expect([path, await idOf("order-7:retry.2")]).toEqual([path, "order-7:retry.2"]);
      for (const own of ["two words", "x".repeat(129)])
        expect([path, await idOf(own)]).toEqual([path, expect.stringMatching(/^req_[\da-f]{32}$/)]);
    }
    const refused = [
      ["GET", "/model-hub/annotation-queues/"],
      ["DELETE", "/model-hub/annotation-queues/"],
      ["GET", "/model-hub/nothing"],
      ["GET", "/model-hub/knowledge-base/"],
    ] as const;
    for (const [method, path] of refused) {
      const { body, headers } = await send(server.url, method, path, {});
      expect([path, body.request_id]).toEqual([path, headers.get("x-request-id")]);
    }
  });

  test("answers must not be stored, and match their content type", async () => {
    const requests = [
      ["GET", "/health/", {}],
      ["GET", "/model-hub/annotation-queues/", key],
      ["GET", "/model-hub/annotation-queues/", {}],
      ["GET", "/model-hub/nothing", {}],
      ["GET", "/v1/models", {}],
      ["GET", "/-/keys", operator],
      ["GET", "/api/auth/csrf", {}],
      ["POST", "/api/auth/csrf", {}],
    ] as const;
    for (const [method, path, headers] of requests) {
      const answer = await send(server.url, method, path, { headers });
      expect(answer.status, path).toBeLessThan(500);
      expect([path, answer.headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect([path, answer.headers.get("cache-control")]).toEqual([path, expect.stringContaining("no-store")]);
    }
  });
});
