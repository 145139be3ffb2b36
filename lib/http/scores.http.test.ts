// Scores, default queues and single items over HTTP: envelopes, pages, refusals, on both mounts.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRows } from "@/db/testing/factories";
import { bearer, type Credentials, createCredentials, send } from "./testing/api";
import { type Mounted, mounts, sharedMount } from "./testing/mounts";

const queues = "/model-hub/annotation-queues";
const scores = "/model-hub/scores";

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let credentials: Credentials;
  beforeAll(async () => {
    server = await sharedMount(mount);
    credentials = await createCredentials(server.db);
  }, 120_000);
  afterAll(() => server?.stop());

  const call = (method: string, path: string, body?: unknown, caller = credentials) =>
    send(server.url, method, path, { headers: bearer(caller), body });
  const expectOk = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body);
    expect(`${method} ${path} ${answer.status}`, JSON.stringify(answer.body)).toBe(`${method} ${path} 200`);
    return answer.body;
  };
  const newLabel = async () => {
    const label = { name: `Label ${randomUUID()}`, type: "star", settings: { no_of_stars: 5 }, allow_notes: true };
    return (await expectOk("POST", "/model-hub/annotations-labels/", label)).result.id;
  };
  const newSource = async () => {
    const [source_id] = await createRows(server.db, credentials.organization, ["A reply"]);
    return { source_type: "dataset_row", source_id };
  };

  test("a score can be created, listed, changed and deleted", async () => {
    const [first, second] = [await newLabel(), await newLabel()];
    const source = await newSource();
    const made = await expectOk("POST", `${scores}/`, { ...source, label_id: first, value: 4, notes: "why" });
    expect(made).toMatchObject({ status: true, result: { ...source, value: { rating: 4 }, notes: "why" } });
    const entries = [
      { label_id: first, value: { rating: 5 } },
      { label_id: second, value: 2 },
      { label_id: randomUUID(), value: 2 },
    ];
    const bulk = await expectOk("POST", `${scores}/bulk`, { ...source, scores: entries });
    expect(bulk.result.errors).toEqual([`Label not found: ${entries[2]?.label_id}`]);
    const { id } = made.result;
    expect(bulk.result.scores.map((score: { id: string }) => score.id)).toContain(id);

    const query = `source_type=dataset_row&source_id=${source.source_id}`;
    const page = await expectOk("GET", `${scores}/?${query}&page_size=1`);
    expect(page).toMatchObject({ count: 2, previous: null, total_pages: 2, current_page: 1 });
    const next = new URL(page.next);
    expect((await expectOk("GET", `${next.pathname}${next.search}`)).results).toHaveLength(1);
    const all = await expectOk("GET", `${scores}/for-source/?${query}`);
    expect(Object.keys(all)).toEqual(["status", "result"]);
    expect(all.result).toHaveLength(2);
    const span = await expectOk("GET", `${scores}/for-source/?source_type=observation_span&source_id=span-1`);
    expect(span).toEqual({ status: true, result: [], span_notes: [] });

    expect(await expectOk("PUT", `${scores}/${id}/`, { value: 1 })).toMatchObject({ id, value: { rating: 1 } });
    expect(await expectOk("PATCH", `${scores}/${id}`, { notes: "since" })).toMatchObject({ id, notes: "since" });
    expect((await expectOk("GET", `${scores}/${id}/`)).value_history).toHaveLength(2);
    const stranger = await createCredentials(server.db, "Member", credentials.organization);
    expect(await call("DELETE", `${scores}/${id}/`, undefined, stranger)).toMatchObject({ status: 403 });
    expect(await expectOk("DELETE", `${scores}/${id}/`)).toEqual({ status: true, result: { deleted: true } });
    expect(await call("DELETE", `${scores}/${id}/`)).toMatchObject({
      status: 404,
      body: { message: "Score not found." },
    });
  });

  test("a default queue is created, found and offered; its item can be moved, imported and removed", async () => {
    const label = await newLabel();
    const source = await newSource();
    const made = await expectOk("POST", `${scores}/`, { ...source, label_id: label, value: 4 });
    const { queue_id, queue_item } = made.result;
    const { dataset } = await expectOk("GET", `${queues}/${queue_id}/`);
    const found = await expectOk("POST", `${queues}/get-or-create-default/`, { dataset_id: dataset });
    expect(found).toMatchObject({
      status: true,
      result: { action: "fetched", created: false, queue: { id: queue_id } },
    });
    const sources = encodeURIComponent(JSON.stringify([source]));
    const offered = await expectOk("GET", `${queues}/for-source/?sources=${sources}`);
    expect(offered.result).toMatchObject([{ item: { id: queue_item }, existing_scores: { [label]: { rating: 4 } } }]);

    const item = `${queues}/${queue_id}/items/${queue_item}/`;
    expect(await expectOk("PATCH", item, { priority: 9 })).toMatchObject({ id: queue_item, priority: 9 });
    expect(await expectOk("GET", item)).toMatchObject({ id: queue_item, priority: 9, status: "pending" });
    const values = { annotations: [{ label_id: label, value: 5 }] };
    expect(await expectOk("POST", `${item}annotations/import/`, values)).toMatchObject({ result: { imported: 0 } });
    await expectOk("POST", `${queues}/${queue_id}/add-label/`, { label_id: label });
    expect(await expectOk("POST", `${item}annotations/import/`, values)).toMatchObject({ result: { imported: 1 } });
    expect(await expectOk("DELETE", item)).toEqual({ status: true, result: { deleted: true } });
    const again = await expectOk("POST", `${queues}/${queue_id}/items/`, source);
    expect(again).toMatchObject({ ...source, status: "pending" });
    const selection = { mode: "filter", source_type: "dataset_row", dataset_id: dataset };
    const added = await expectOk("POST", `${queues}/${queue_id}/items/add-items/`, { selection });
    expect(added.result).toMatchObject({ added: 0, duplicates: 1, total_matching: 1 });

    const wrong = await call("POST", `${queues}/${queue_id}/hard-delete/`, { force: true, confirm_name: "x" });
    expect(wrong).toMatchObject({ status: 400, body: { attr: "confirm_name" } });
    const confirm_name = found.result.queue.name;
    const gone = await expectOk("POST", `${queues}/${queue_id}/hard-delete/`, { force: true, confirm_name });
    expect(gone).toEqual({ status: true, result: { deleted: true, queue_id } });
    expect((await call("GET", `${queues}/${queue_id}/`)).status).toBe(404);
  });

  test.each([
    ["POST", `${scores}/`, { labelId: "x" }, "labelId"],
    ["POST", `${scores}/bulk/`, { scores: [] }, "scores"],
    ["GET", `${scores}/for-source/?sourceType=trace`, undefined, "sourceType"],
    ["GET", `${scores}/for-source/?source_type=trace`, undefined, "source_id"],
    ["GET", `${queues}/for-source/?source_type=trace`, undefined, "source_id"],
    ["POST", `${queues}/get-or-create-default/`, {}, "non_field_errors"],
  ])("%s %s with %j is refused and names %s", async (method, path, body, field) => {
    const answer = await call(method, path, body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.details)).toContain(field);
  });
});
