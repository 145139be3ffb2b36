// Feedback as browsers send it: with the published snippet, from pages of other sites.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, type Credentials, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, mounts, sharedMount } from "@/lib/http/testing/mounts";
import { exportOf, hexId } from "@/lib/traces/testing";

const root = join(import.meta.dirname, "../../..");
const snippet = readFileSync(join(root, "public/feedback.js"), "utf8");
const page = readFileSync(join(root, "docs/feedback.md"), "utf8");
const example = /^```js\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "";
const PATH = "/tracer/feedback/";

test("the snippet has at most 1 kB", () => expect(Buffer.byteLength(snippet)).toBeLessThanOrEqual(1024));

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let credentials: Credentials;
  let key: string;
  let traceId: string;

  const call = async (method: string, path: string, body?: unknown) =>
    send(server.url, method, path, { headers: bearer(credentials), ...(body === undefined ? {} : { body }) });
  beforeAll(async () => {
    server = await sharedMount(mount);
    credentials = await createCredentials(server.db);
    traceId = hexId(16);
    await call("POST", "/tracer/otlp/v1/traces", exportOf({ "service.name": "shop" }, [{ traceId, spanId: hexId(8) }]));
    const [project] = (await call("GET", "/tracer/projects/")).body.results;
    const made = await call("POST", `/tracer/projects/${project.id}/feedback-keys/`, { name: "Website" });
    key = made.body.result.key;
  }, 120_000);
  afterAll(() => server?.stop());

  /** A page with the snippet, which does what the code says. */
  const browse = (code: string, sentKey = key): Promise<void> => {
    const window: { assayFeedback?: unknown } = {};
    const document = { currentScript: { src: `${server.url}/feedback.js`, dataset: { key: sentKey } } };
    runInNewContext(snippet, { window, document, URL, fetch });
    return runInNewContext(`(async () => { ${code} })()`, { ...window, traceId });
  };
  const scoresOfTrace = async () =>
    (await call("GET", `/model-hub/scores/for-source/?source_type=trace&source_id=${traceId}`)).body.result;

  test("the documented example creates scores", async () => {
    await browse(example);
    expect(await scoresOfTrace()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ value: { value: "down" }, score_source: "feedback", label_name: "User feedback" }),
        expect.objectContaining({ value: { text: "The parcel never came." } }),
      ]),
    );
  });

  test("the snippet reports a refusal", async () => {
    await expect(browse("await assayFeedback({ trace_id: traceId })")).rejects.toThrow("Send thumbs, number or text.");
    await expect(browse(example, "assay_pub_unknown")).rejects.toThrow("The feedback key is not valid.");
  });

  test("browsers may send feedback from any site and read refusals; other operations stay closed", async () => {
    const preflight = await send(server.url, "OPTIONS", PATH, { headers: { origin: "https://shop.example" } });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type",
    });
    const sent = await send(server.url, "POST", PATH, { body: { key, trace_id: traceId, thumbs: "up" } });
    const refused = await send(server.url, "POST", PATH, { body: { key, thumbs: "up" } });
    expect([sent, refused].map(({ status, headers }) => [status, headers.get("access-control-allow-origin")])).toEqual([
      [200, "*"],
      [400, "*"],
    ]);
    for (const path of ["/tracer/projects/", "/model-hub/scores/", "/tracer/otlp/v1/traces"]) {
      const other = await send(server.url, "OPTIONS", path, { headers: { origin: "https://shop.example" } });
      expect(other.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("a feedback key opens no other operation", async () => {
    for (const path of ["/tracer/projects/", "/tracer/traces/", "/model-hub/scores/"]) {
      const answer = await send(server.url, "GET", path, { headers: { authorization: `Bearer ${key}` } });
      expect(answer.status).toBe(401);
    }
  });

  test.each<[string, object, string]>([
    ["no target", { thumbs: "up" }, "Send exactly one of trace_id, span_id, session_id."],
    ["nothing", { session_id: "s" }, "Send thumbs, number or text."],
  ])("%s is refused", async (_, body, message) => {
    const answer = await send(server.url, "POST", PATH, { body: { key, ...body } });
    expect([answer.status, answer.body.details]).toEqual([400, { non_field_errors: [message] }]);
  });

  test.each<[string, object, string]>([
    ["two targets", { trace_id: "a".repeat(32), session_id: "s", thumbs: "up" }, "trace_id"],
    ["an invalid trace id", { trace_id: "7", thumbs: "up" }, "trace_id"],
    ["an invalid thumb", { session_id: "s", thumbs: "sideways" }, "thumbs"],
    ["a number beyond bounds", { session_id: "s", number: 1e10 }, "number"],
    ["a text of 5,001 characters", { session_id: "s", text: "x".repeat(5001) }, "text"],
    ["a blank text", { session_id: "s", text: "  " }, "text"],
    ["a field of no meaning", { session_id: "s", thumbs: "up", user: "ann" }, "user"],
  ])("%s is refused with its field named", async (_, body, field) => {
    const answer = await send(server.url, "POST", PATH, { body: { key, ...body } });
    expect([answer.status, answer.body.attr]).toEqual([400, field]);
  });
});
