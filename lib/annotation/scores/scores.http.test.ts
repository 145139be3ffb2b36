// Scores over HTTP: the cases 15 to 25, 41 and 42 of docs/annotation-cases.md.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { datasetRows, scores } from "@/db/schema";
import { itemPath, queuesPath, scoresPath, suiteHouse } from "@/lib/annotation/testing/http";
import type { LabelType } from "@/lib/contracts/shapes";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  const newSpan = async () => ({ source_type: "observation_span", source_id: await house.span() });
  const newRow = async () => ({ source_type: "dataset_row", source_id: (await house.rows(1))[0] ?? "" });
  const post = async (body: object, caller = house.owner) => (await caller.ok("POST", scoresPath, body)).result;
  const rowsOf = ({ source_id }: { source_id: string }) =>
    house.server.db.select().from(scores).where(eq(scores.sourceId, source_id));

  test.each<[LabelType, object]>([
    ["star", { rating: 4 }],
    ["text", { text: "fine" }],
    ["numeric", { value: 7 }],
    ["thumbs_up_down", { value: "down" }],
    ["categorical", { selected: ["A", "B"] }],
  ])("a %s value is returned as it was sent (case 15)", async (type, value) => {
    const { id: label_id } = await house.label(type);
    const source = await newSpan();
    const made = await post({ ...source, label_id, value });
    expect(made).toMatchObject({ ...source, label_id, value, annotator: house.owner.id });
    expect((await house.owner.ok("GET", `${scoresPath}${made.id}/`)).value).toEqual(value);
  });

  test("scoring again replaces the value under the same id (case 16)", async () => {
    const score = { ...(await newSpan()), label_id: (await house.label()).id };
    const first = await post({ ...score, value: { rating: 4 } });
    expect(await post({ ...score, value: { rating: 5 } })).toMatchObject({ id: first.id, value: { rating: 5 } });
    expect(await rowsOf(score)).toHaveLength(1);
  });

  test("misspelled, missing and unknown fields are refused (case 17)", async () => {
    const score = { ...(await newRow()), label_id: (await house.label()).id, value: 4 };
    const refused = (status: number, change: object, field?: string) =>
      house.owner.refused(status, "POST", scoresPath, { ...score, ...change }, field);
    await refused(400, { source_type: "page" }, "source_type");
    for (const field of Object.keys(score)) await refused(400, { [field]: undefined }, field);
    await refused(404, { source_id: randomUUID() });
    await refused(404, { source_type: "trace" });
    await refused(404, { label_id: randomUUID() });
    expect((await refused(400, { labelId: score.label_id }, "labelId")).message).toContain("labelId");
    expect(await rowsOf(score)).toEqual([]);
  });

  test("another organization's sources are unknown (case 18)", async () => {
    const stranger = await house.stranger();
    const label = { name: "Theirs", type: "star", settings: { no_of_stars: 5 } };
    const { id: label_id } = (await stranger.ok("POST", "/model-hub/annotations-labels/", label)).result;
    for (const source of [await newSpan(), await newRow()]) {
      await stranger.refused(404, "POST", scoresPath, { ...source, label_id, value: 4 });
      expect(await rowsOf(source)).toEqual([]);
    }
  });

  const bulk = async (body: object) => (await house.owner.ok("POST", `${scoresPath}bulk/`, body)).result;

  test("of several scores, valid ones are saved and the others reported (case 19)", async () => {
    const [star, text] = [await house.label(), await house.label("text")];
    const source = await newSpan();
    const [good, fine] = [
      { label_id: star.id, value: { rating: 3 } },
      { label_id: text.id, value: { text: "fine" } },
    ];
    const both = await bulk({ ...source, scores: [good, fine] });
    expect(both).toMatchObject({ scores: [{ value: good.value }, { value: fine.value }], errors: [] });
    const unknown = { label_id: randomUUID(), value: 1 };
    const mixed = await bulk({ ...source, scores: [unknown, good] });
    expect(mixed).toMatchObject({
      scores: [{ label_id: star.id }],
      errors: [`Label not found: ${unknown.label_id}`],
    });
  });

  test("a queue item must belong to the source; without one the default item is made once (case 20)", async () => {
    const queue = await house.queue({ items: 1 });
    const source = await newRow();
    const body = { ...source, scores: [{ label_id: queue.labelId, value: 4 }] };
    const foreign = { ...body, queue_item_id: queue.itemIds[0] };
    await house.owner.refused(400, "POST", `${scoresPath}bulk/`, foreign, "queue_item_id");
    const [[first], [second]] = [(await bulk(body)).scores, (await bulk(body)).scores];
    expect(second).toMatchObject({ id: first.id, queue_item: first.queue_item, queue_id: first.queue_id });
    expect(await house.owner.ok("GET", `${queuesPath}${first.queue_id}/`)).toMatchObject({ is_default: true });
  });

  test("for-source returns all scores of a source (case 22)", async () => {
    const source = await newSpan();
    const other = await house.person();
    const { id: label_id } = await house.label();
    for (const caller of [house.owner, other]) await post({ ...source, label_id, value: 4 }, caller);
    const path = `${scoresPath}for-source/?source_type=${source.source_type}`;
    expect((await house.owner.ok("GET", `${path}&source_id=${source.source_id}`)).result).toHaveLength(2);
    await house.owner.refused(400, "GET", path, undefined, "source_id");
    await house.owner.refused(400, "GET", `${scoresPath}for-source/?source_id=x`, undefined, "source_type");
    await house.owner.refused(400, "GET", `${path}&source_id=x&sourceType=trace`, undefined, "sourceType");
  });

  test("only its annotator or an Owner can delete a score, and only once (case 23)", async () => {
    const [author, other] = [await house.person(), await house.person()];
    const score = { ...(await newSpan()), label_id: (await house.label()).id, value: 4 };
    const { id } = await post(score, author);
    const path = `${scoresPath}${id}/`;
    await other.refused(403, "DELETE", path);
    expect(await author.ok("DELETE", path)).toEqual({ status: true, result: { deleted: true } });
    const found = await author.ok("GET", `${scoresPath}?label_id=${score.label_id}`);
    expect(found).toMatchObject({ count: 0, results: [] });
    await author.refused(404, "DELETE", path);
    const { id: again } = await post(score, author);
    await house.owner.ok("DELETE", `${scoresPath}${again}/`);
  });

  test("a PUT needs a value, and a PATCH cannot change the source (case 24)", async () => {
    const { id } = await post({ ...(await newSpan()), label_id: (await house.label()).id, value: 4 });
    await house.owner.refused(400, "PUT", `${scoresPath}${id}/`, {}, "value");
    await house.owner.refused(400, "PATCH", `${scoresPath}${id}/`, { source_type: "trace" }, "source_type");
    await house.owner.refused(400, "PATCH", `${scoresPath}${id}/`, {}, "non_field_errors");
  });

  test("the last required label completes the item (case 25)", async () => {
    const queue = await house.queue({ items: 1 });
    const { id: second } = await house.label("thumbs_up_down");
    for (const label_id of [queue.labelId, second])
      await house.owner.ok("POST", `${queuesPath}${queue.queue_id}/add-label/`, { label_id, required: true });
    const { id: queue_item_id, source_type, source_id } = await house.owner.ok("GET", itemPath(queue, 0));
    const source = { source_type, source_id, queue_item_id };
    await post({ ...source, label_id: queue.labelId, value: 4 });
    expect(await house.owner.ok("GET", itemPath(queue, 0))).toMatchObject({ status: "pending" });
    await post({ ...source, label_id: second, value: "up" });
    expect(await house.owner.ok("GET", itemPath(queue, 0))).toMatchObject({ status: "completed" });
  });

  test("the default queue of a scope is made, found and restored (case 41)", async () => {
    const { source_id } = await newRow();
    const [row] = await house.server.db.select().from(datasetRows).where(eq(datasetRows.id, source_id));
    const caller = await house.person();
    const path = `${queuesPath}get-or-create-default/`;
    const get = async () => (await caller.ok("POST", path, { dataset_id: row?.datasetId })).result;
    const made = await get();
    expect(made).toMatchObject({ created: true, action: "created", queue: { is_default: true, status: "active" } });
    const { id } = made.queue;
    expect(await caller.ok("GET", `${queuesPath}${id}/`)).toMatchObject({ viewer_role: "manager" });
    expect(await get()).toMatchObject({ created: false, action: "fetched", queue: { id } });
    await caller.ok("DELETE", `${queuesPath}${id}/`);
    expect(await get()).toMatchObject({ created: false, action: "restored", queue: { id } });
    await caller.refused(400, "POST", path, {}, "non_field_errors");
    for (const scope of ["project_id", "dataset_id", "agent_definition_id"])
      await caller.refused(404, "POST", path, { [scope]: randomUUID() });
    const project = (await post({ ...(await newSpan()), label_id: (await house.label()).id, value: 4 })).queue_id;
    const { project: project_id } = await caller.ok("GET", `${queuesPath}${project}/`);
    expect((await caller.ok("POST", path, { project_id })).result.queue.id).toBe(project);
  });

  test("a source's queues can be requested in one of two forms (case 42)", async () => {
    const path = `${queuesPath}for-source/`;
    const one = "source_type=trace&source_id=x";
    await house.owner.refused(400, "GET", path);
    await house.owner.refused(400, "GET", `${path}?source_type=trace`, undefined, "source_id");
    await house.owner.refused(400, "GET", `${path}?${one}&sources=%5B%5D`);
    expect(await house.owner.ok("GET", `${path}?${one}`)).toEqual({ status: true, result: [] });
  });
});
