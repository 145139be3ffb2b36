import { Inngest } from "inngest";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event } from "./event";
import { type EventEndpoint, openEventEndpoint } from "./event-endpoint";

let endpoint: EventEndpoint;
let accepted: Event[] = [];
beforeAll(async () => {
  endpoint = await openEventEndpoint("the-key", async (events) => void accepted.push(...events));
});
beforeEach(() => {
  accepted = [];
});
afterAll(() => endpoint.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${endpoint.url}${path}`, { method: "POST", body, headers });
const path = "/e/the-key";

describe("refusals", () => {
  it.each([
    { title: "a wrong key", path: "/e/other", body: "{}", status: 401 },
    { title: "no key", path: "/e/", body: "{}", status: 401 },
    { title: "another path", path: "/fn/register", body: "{}", status: 404 },
    { title: "text that is not JSON", path, body: "{", status: 400 },
    { title: "an event without a name", path, body: '{"data":{}}', status: 400 },
    { title: "one bad event among good ones", path, body: '[{"name":"a/b"},{}]', status: 400 },
    { title: "the driver's own event names", path, body: '{"name":"inngest/function.failed"}', status: 400 },
    { title: "a body that is too large", path, body: JSON.stringify("x".repeat(11 * 1024 * 1024)), status: 413 },
  ])("answers $status to $title", async ({ path, body, status }) => {
    const response = await post(path, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status, error: expect.any(String) });
    expect(accepted).toEqual([]);
  });

  it("accepts events by POST only", async () => {
    expect((await fetch(`${endpoint.url}${path}`)).status).toBe(405);
  });
});

describe("acceptance", () => {
  it("accepts one event or several, keeps their ids and returns them", async () => {
    const response = await post(path, '[{"name":"a/one","id":"1","ts":5},{"name":"a/two","data":{"x":1},"v":"2"}]');
    const { ids, status } = await response.json();
    expect(status).toBe(200);
    expect(ids).toEqual(["1", accepted[1]?.id]);
    expect(accepted).toMatchObject([
      { name: "a/one", id: "1", ts: 5, data: {} },
      { name: "a/two", data: { x: 1 }, v: "2" },
    ]);
  });

  it("gives a repeated request the same ids", async () => {
    const headers = { "x-inngest-event-id-seed": "1,abc" };
    for (let time = 0; time < 2; time += 1) await post(path, '[{"name":"a/b"},{"name":"a/b"}]', headers);
    const ids = accepted.map((event) => event.id);
    expect(ids.slice(0, 2)).toEqual(ids.slice(2));
    expect(new Set(ids).size).toBe(2);
  });

  it("accepts events from the SDK of any process, configured by its environment only", async () => {
    vi.stubEnv("INNGEST_BASE_URL", endpoint.url);
    vi.stubEnv("INNGEST_EVENT_KEY", "the-key");
    vi.stubEnv("INNGEST_DEV", undefined);
    const { ids } = await new Inngest({ id: "other" }).send([{ name: "a/b", data: { x: 1 } }, { name: "c/d" }]);
    vi.unstubAllEnvs();
    expect(accepted).toMatchObject([{ name: "a/b", data: { x: 1 } }, { name: "c/d" }]);
    expect(ids).toEqual(accepted.map((event) => event.id));
  });
});
