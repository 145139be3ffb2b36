// A trace, its session and its project over HTTP, on both mounts: what only the wire shows, such as flags in the query.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, mounts, sharedMount } from "@/lib/http/testing/mounts";
import { EXPORT_EPOCH_MS, exportOf, hexId } from "./testing";

describe.each(mounts)("%s", (mount) => {
  let server: Mounted;
  let headers: Record<string, string>;
  const [traceId, root] = [hexId(16), hexId(8)];
  const get = async (path: string) => {
    const { status, body } = await send(server.url, "GET", `/tracer${path}`, { headers });
    return { status, result: body.result ?? body, details: body.details };
  };
  beforeAll(async () => {
    server = await sharedMount(mount);
    headers = bearer(await createCredentials(server.db, "Member"));
    const from = Date.now() - EXPORT_EPOCH_MS - 1000;
    const span = { traceId, spanId: root, name: "answer", from, to: from + 50, status: { code: 2, message: "no" } };
    const values = { "session.id": "visit", "user.id": "ann@example.com/1", "input.value": "Hi" };
    const body = exportOf({ "service.name": "shop" }, [{ ...span, values }]);
    expect((await send(server.url, "POST", "/tracer/otlp/v1/traces", { headers, body })).status).toBe(200);
  });
  afterAll(() => server?.stop());

  test("a trace can be read with or without contents, and a span with them", async () => {
    const whole = await get(`/traces/${traceId}/`);
    expect(whole.result).toMatchObject({ error_spans: 1, user_id: "ann@example.com/1", spans: [{ input: "Hi" }] });
    const tree = await get(`/traces/${traceId}/?contents=false`);
    expect(tree.result).toMatchObject({ spans: [{ span_id: root, input: null, attributes: {} }] });
    expect((await get(`/traces/${traceId}/spans/${root}/`)).result).toMatchObject({ span_id: root, input: "Hi" });
    expect((await get(`/traces/${traceId}/spans/${hexId(8)}/`)).status).toBe(404);
    expect(await get(`/traces/${traceId}/spans/x/`)).toMatchObject({ status: 400 });
    expect(await get(`/traces/${traceId}/?contents=maybe`)).toMatchObject({
      status: 400,
      details: { contents: [expect.any(String)] },
    });
  });

  test("a session has turns and can be found by its user", async () => {
    const { result } = await get(`/sessions/?user=${encodeURIComponent("ann@example.com/1")}`);
    expect(result).toMatchObject({ count: 1, results: [{ session_id: "visit", error_count: 1 }] });
    const [{ id }] = result.results;
    expect((await get(`/sessions/${id}/`)).result).toMatchObject({ trace_count: 1, users: ["ann@example.com/1"] });
    expect((await get(`/sessions/${id}/turns/?limit=5`)).result).toMatchObject({
      count: 1,
      results: [{ trace_id: traceId, input: "Hi", status: "ERROR" }],
    });
    expect(await get(`/sessions/${id}/turns/?limit=51`)).toMatchObject({ status: 400 });
  });

  test("a project shows its activity and refuses a range that is too long", async () => {
    const [{ id }] = (await get("/projects/")).result.results;
    const { result } = await get(`/projects/${id}/activity/?split=user&status=ERROR`);
    expect(result).toMatchObject({
      ...{ is_estimated: false, step: "day", total: { requests: 1, errors: 1, error_rate: { value: 1 } } },
      groups: [{ value: "ann@example.com/1", requests: 1 }],
    });
    expect(await get(`/projects/${id}/activity/?from=2020-01-01T00:00:00Z`)).toMatchObject({
      status: 400,
      details: { from: ["The range may have at most 92 days."] },
    });
  });
});
