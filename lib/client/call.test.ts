import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { define } from "@/lib/contracts/define";
import { call, hrefOf, requestFor } from "./call";
import { CallError, fieldError, formError } from "./call-error";

const origin = "http://assay.test";
const common = { tag: "Test", summary: "For the test", description: "For the test." };
const list = define({
  ...common,
  name: "listThings",
  method: "GET",
  path: "/boxes/{box_id}/things/",
  envelope: "page",
  params: z.object({ box_id: z.string() }),
  query: z.strictObject({
    page: z.int().default(1),
    limit: z.int().optional(),
    status: z.array(z.string()).optional(),
    deep: z.boolean().optional(),
  }),
  response: z.object({ count: z.int(), page: z.int(), limit: z.int(), results: z.array(z.object({ id: z.string() })) }),
});
const create = define({
  ...common,
  name: "createThing",
  method: "POST",
  path: "/boxes/{box_id}/things/",
  params: z.object({ box_id: z.string() }),
  body: z.object({ name: z.string(), size: z.int().optional() }),
  response: z.object({ id: z.string() }),
});

const answer = (status: number, body: unknown) => {
  const fetcher = vi.fn(
    async (_request: Request) => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
  );
  vi.stubGlobal("fetch", fetcher);
  return fetcher;
};
afterEach(() => vi.unstubAllGlobals());

describe("requests", () => {
  test("path and query follow the contract; lists repeat, and absent fields are left out", () => {
    const request = requestFor(list, { box_id: "a/b", page: 2, status: ["new", "old"], deep: false }, { origin });
    expect(request.url).toBe(`${origin}/boxes/a%2Fb/things/?page=2&status=new&status=old&deep=false`);
    expect(request.body).toBeNull();
  });

  test("the body has the fields that are in neither the path nor the query", async () => {
    const request = requestFor(create, { box_id: "7", name: "Lamp" }, { origin });
    expect([request.method, request.url, await request.json()]).toEqual([
      "POST",
      `${origin}/boxes/7/things/`,
      { name: "Lamp" },
    ]);
  });

  test("an id that would lead to another operation is a failure that names its field", async () => {
    const fetcher = answer(200, { status: true, result: { id: "x" } });
    const calling = call(create, { box_id: "..", name: "Lamp" }, { origin });
    await expect(calling).rejects.toMatchObject({ status: 400, fields: { box_id: [expect.any(String)] } });
    expect(fetcher).not.toHaveBeenCalled();
  });

  test("a download address is relative to the page", () => {
    expect(hrefOf(list, { box_id: "7", limit: 5 })).toBe("/boxes/7/things/?limit=5");
  });
});

describe("answers", () => {
  test("a page drops the API's links and keeps its counts", async () => {
    answer(200, { count: 3, next: null, previous: null, results: [{ id: "x" }], total_pages: 1, current_page: 1 });
    expect(await call(list, { box_id: "7", limit: 50 }, { origin })).toEqual({
      count: 3,
      page: 1,
      limit: 50,
      results: [{ id: "x" }],
    });
  });

  test("extra fields beside a page of a list are kept", async () => {
    const open = { ...list, response: list.response.extend({ status: z.string() }) };
    answer(200, {
      count: 0,
      next: null,
      previous: null,
      results: [],
      status: "running",
      total_pages: 1,
      current_page: 1,
    });
    expect(await call(open, { box_id: "7" }, { origin })).toMatchObject({ status: "running", limit: 10 });
  });

  test("a result is taken out of its envelope", async () => {
    answer(200, { status: true, result: { id: "x" } });
    expect(await call(create, { box_id: "7", name: "Lamp" }, { origin })).toEqual({ id: "x" });
  });
});

describe("failures", () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error,
    );

  test("status, code, message and fields are kept", async () => {
    answer(400, { code: "invalid", message: "name: Taken.", details: { name: ["Taken."] } });
    const error = await failure(call(create, { box_id: "7", name: "Lamp" }, { origin }));
    expect(error).toMatchObject({ status: 400, code: "invalid", message: "name: Taken." });
    expect(fieldError(error, "name")).toBe("Taken.");
    expect(fieldError(error, "size")).toBeUndefined();
    expect(formError(error, ["name"])).toBeUndefined();
    expect(formError(error, ["size"])).toBe("name: Taken.");
  });

  test("a proxy's page becomes a plain message", async () => {
    answer(504, "<html>Gateway</html>");
    expect(await failure(call(create, { box_id: "7", name: "Lamp" }, { origin }))).toMatchObject({
      status: 504,
      code: "unknown",
    });
  });

  test("a missing answer gives status 0", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("failed");
    });
    const error = await failure(call(create, { box_id: "7", name: "Lamp" }, { origin }));
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ status: 0, code: "unreachable" });
  });

  test("an aborted call rejects with the abort, not with a CallError", async () => {
    const controller = new AbortController();
    controller.abort();
    vi.stubGlobal("fetch", async () => {
      throw new DOMException("stopped", "AbortError");
    });
    const error = await failure(call(create, { box_id: "7", name: "Lamp" }, { origin, signal: controller.signal }));
    expect(error).toMatchObject({ name: "AbortError" });
  });

  test("a call whose time is over is a failure without an answer", async () => {
    const signal = AbortSignal.abort(new DOMException("time is over", "TimeoutError"));
    vi.stubGlobal("fetch", async () => {
      throw signal.reason;
    });
    const error = await failure(call(create, { box_id: "7", name: "Lamp" }, { origin, signal }));
    expect(error).toMatchObject({ status: 0, code: "unreachable" });
  });
});
