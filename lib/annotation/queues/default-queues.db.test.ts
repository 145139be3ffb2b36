import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetRows, itemNotes, queues } from "@/db/schema";
import {
  createCaller,
  createOrganization,
  createRows,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { addItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { createScore, createScores } from "@/lib/annotation/scores/score-sources";
import { createTestQueue, starLabel } from "@/lib/annotation/testing/queues";
import { skipItem } from "@/lib/annotation/work/skip";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/annotation/queues/default-queues";
import { getOrCreateDefaultQueue } from "./default-queues";
import { addQueueLabel } from "./queue-labels";
import { deleteQueue, getQueue, restoreQueue, updateQueueStatus } from "./queues";
import { queuesForSource } from "./source-queues";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const newSources = async (count = 1) => {
  const ids = await createRows(
    database.db,
    organization,
    Array.from({ length: count }, (_, row) => `Row ${row}`),
  );
  return ids.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
};
type Source = Awaited<ReturnType<typeof newSources>>[number];
const newSource = async (): Promise<Source> => (await newSources())[0] ?? { source_type: "dataset_row", source_id: "" };
const datasetOf = async ({ source_id }: Source) => {
  const [row] = await database.db.select().from(datasetRows).where(eq(datasetRows.id, source_id));
  return row?.datasetId ?? "";
};
const everyRole = ["manager", "reviewer", "annotator"];

describe("default queues (case 41)", () => {
  test("are made once and then found, and give the caller every role", async () => {
    const person = await member();
    const dataset_id = await datasetOf(await newSource());
    const made = await getOrCreateDefaultQueue(person, { dataset_id });
    expect(made).toMatchObject({
      created: true,
      action: "created",
      labels: [],
      queue: { status: "active", is_default: true, name: expect.stringMatching(/^Default - Dataset /) },
    });
    const found = await getOrCreateDefaultQueue(owner, { dataset_id: dataset_id.toUpperCase() });
    expect(found).toMatchObject({ created: false, action: "fetched", queue: { id: made.queue.id } });
    const queue = await getQueue(owner, { queue_id: made.queue.id });
    expect(queue.dataset).toBe(dataset_id);
    expect(queue.annotators.map((annotator) => annotator.roles)).toEqual([everyRole, everyRole]);
  });

  test("are restored with their labels if they were archived", async () => {
    const dataset_id = await datasetOf(await newSource());
    const { queue } = await getOrCreateDefaultQueue(owner, { dataset_id });
    const label = await createLabel(owner, { ...starLabel, name: `Label ${randomUUID()}` });
    await addQueueLabel(owner, { queue_id: queue.id, label_id: label.id, required: true });
    await deleteQueue(owner, { queue_id: queue.id });
    expect(await getOrCreateDefaultQueue(owner, { dataset_id })).toMatchObject({
      action: "restored",
      created: false,
      queue: { id: queue.id },
      labels: [{ id: label.id, name: label.name, required: true, settings: { no_of_stars: 5 } }],
    });
  });

  test("twenty people at once get the same queue, and only one creates it", async () => {
    const dataset_id = await datasetOf(await newSource());
    const people = await Promise.all(Array.from({ length: 20 }, member));
    const all = await Promise.all(people.map((person) => getOrCreateDefaultQueue(person, { dataset_id })));
    expect(new Set(all.map(({ queue }) => queue.id)).size).toBe(1);
    expect(all.filter(({ action }) => action === "created")).toHaveLength(1);
    expect((await getQueue(owner, { queue_id: all[0]?.queue.id ?? "" })).annotators).toHaveLength(20);
  });

  test("a second live one for the same scope cannot exist, not even by restoring", async () => {
    const datasetId = await datasetOf(await newSource());
    const { queue } = await getOrCreateDefaultQueue(owner, { dataset_id: datasetId });
    const row = {
      organizationId: organization.id,
      workspaceId: organization.workspaceId,
      name: "Another",
      isDefault: true,
      datasetId,
      createdBy: owner.caller.userId,
    };
    await expect(database.db.insert(queues).values(row)).rejects.toMatchObject({ cause: { code: "23505" } });
    const [older] = await database.db
      .insert(queues)
      .values({ ...row, deletedAt: new Date(0) })
      .returning();
    await expect(restoreQueue(owner, { queue_id: older?.id ?? "" })).rejects.toMatchObject({ kind: "conflict" });
    await deleteQueue(owner, { queue_id: queue.id });
    expect((await getOrCreateDefaultQueue(owner, { dataset_id: datasetId })).queue.id).toBe(queue.id);
  });

  test.each([
    ["Dataset", "dataset_id"],
    ["Agent definition", "agent_definition_id"],
    ["Project", "project_id"],
  ])("an unknown %s answers 404", async (title, field) => {
    await expect(getOrCreateDefaultQueue(owner, { [field]: randomUUID() })).rejects.toMatchObject({
      kind: "notFound",
      message: `${title} not found.`,
    });
  });

  test("another organization's dataset is unknown", async () => {
    const other = await createCaller(database.db, await createOrganization(database.db), "Owner");
    const dataset_id = await datasetOf(await newSource());
    await expect(getOrCreateDefaultQueue(other, { dataset_id })).rejects.toMatchObject({ kind: "notFound" });
  });

  test.each([
    ["none", {}, false],
    ["two", { dataset_id: randomUUID(), project_id: randomUUID() }, false],
    ["an unknown member", { dataset_id: randomUUID(), datasetId: "x" }, false],
    ["one", { dataset_id: randomUUID() }, true],
  ])("%s of the scopes: accepted %#", (_, body, accepted) => {
    expect(contracts.getOrCreateDefaultQueue.body.safeParse(body).success).toBe(accepted);
  });
});

describe("queues for a source (case 42)", () => {
  const one = (context: Context, source: Source) => queuesForSource(context, source);
  const idsOf = (entries: Awaited<ReturnType<typeof queuesForSource>>) => entries.map(({ queue }) => queue.id);
  const queueWith = async (manager: Context, source: Source, annotators: Context[] = [], active = true) => {
    const queue = await createTestQueue(manager, organization, { items: 0, annotators, active });
    await addItems(manager, { queue_id: queue.queue_id, items: [source] });
    return queue;
  };

  test("are shown to members in any status, and not to others", async () => {
    const [person, stranger] = [await member(), await member()];
    const source = await newSource();
    const draft = await queueWith(owner, source, [person], false);
    const entries = await one(person, { ...source, source_id: source.source_id.toUpperCase() });
    expect(entries).toMatchObject([
      {
        queue: { id: draft.queue_id, is_default: false },
        item: { status: "pending", ...source },
        labels: [{ id: draft.labelId, required: false, settings: { no_of_stars: 5 } }],
        existing_scores: {},
        existing_notes: "",
        span_notes: [],
        span_notes_source_id: null,
      },
    ]);
    expect(contracts.queuesForSource.response.parse(entries)).toEqual(entries);
    expect(await one(stranger, source)).toEqual([]);
    expect(idsOf(await one(owner, source))).toEqual([draft.queue_id]);
  });

  test("the scope's active default queue is listed before it contains the source", async () => {
    const source = await newSource();
    const stranger = await member();
    const dataset_id = await datasetOf(source);
    const { queue } = await getOrCreateDefaultQueue(owner, { dataset_id });
    expect(await one(stranger, source)).toMatchObject([{ queue: { id: queue.id, is_default: true }, item: null }]);
    await addItems(owner, { queue_id: queue.id, items: [source] });
    expect(await one(stranger, source)).toMatchObject([{ queue: { id: queue.id }, item: { status: "pending" } }]);
    await updateQueueStatus(owner, { queue_id: queue.id, status: "paused" });
    expect(await one(stranger, source)).toEqual([]);
  });

  test("skipped items and archived queues are left out", async () => {
    const source = await newSource();
    const queue = await queueWith(owner, source);
    const [entry] = await one(owner, source);
    await skipItem(owner, { queue_id: queue.queue_id, item_id: entry?.item?.id ?? "" });
    expect(await one(owner, source)).toEqual([]);
    const archived = await queueWith(owner, source);
    await deleteQueue(owner, { queue_id: archived.queue_id });
    expect(await one(owner, source)).toEqual([]);
  });

  test("a list of sources returns the queues of all, each once, sorted by name", async () => {
    const [first, second] = await newSources(2);
    if (!first || !second) throw new Error("two rows were made");
    const both = await queueWith(owner, second);
    await addItems(owner, { queue_id: both.queue_id, items: [first] });
    const single = await queueWith(owner, first);
    const sources = JSON.stringify([first, second, { source_type: "trace", source_id: "unknown" }]);
    const entries = await queuesForSource(owner, { sources });
    expect(new Set(idsOf(entries))).toEqual(new Set([both.queue_id, single.queue_id]));
    expect(entries).toHaveLength(2);
    expect(entries.map(({ queue }) => queue.name)).toEqual(entries.map(({ queue }) => queue.name).sort());
    expect(entries.find(({ queue }) => queue.id === both.queue_id)?.item?.source_id).toBe(second.source_id);
  });

  test("another organization's source returns no queues", async () => {
    const source = await newSource();
    await queueWith(owner, source);
    const other = await createCaller(database.db, await createOrganization(database.db), "Owner");
    expect(await one(other, source)).toEqual([]);
  });

  test.each([
    ["nothing", {}, "non_field_errors"],
    ["a type alone", { source_type: "trace" as const }, "source_id"],
    ["an id alone", { source_id: "x" }, "source_type"],
    ["both forms", { source_type: "trace" as const, source_id: "x", sources: "[]" }, "non_field_errors"],
    ["no JSON", { sources: "[" }, "sources"],
    ["an empty list", { sources: "[]" }, "sources"],
    ["an entry without a type", { sources: '[{"source_id":"x"}]' }, "sources.0.source_type"],
    ["a bad entry", { sources: '[{"source_type":"page","source_id":"x"}]' }, "sources.0.source_type"],
  ])("%s is refused", async (_, query, field) => {
    const detail = { fields: { [field]: [expect.any(String)] } };
    await expect(queuesForSource(owner, query)).rejects.toMatchObject({ kind: "invalid", detail });
  });

  test("an unknown span for the notes answers 404", async () => {
    const sources = JSON.stringify([{ ...(await newSource()), span_notes_source_id: "no-such-span" }]);
    await expect(queuesForSource(owner, { sources })).rejects.toMatchObject({ kind: "notFound" });
  });

  test("contain only the caller's values and notes in that queue (case 43)", async () => {
    const person = await member();
    const source = await newSource();
    const [a, b] = [await queueWith(owner, source, [person]), await queueWith(owner, source, [person])];
    const items = new Map((await one(person, source)).map(({ queue, item }) => [queue.id, item?.id ?? ""]));
    const score = { label_id: a.labelId, value: 4, notes: "why", score_source: "human" as const };
    await createScores(person, {
      ...source,
      queue_item_id: items.get(a.queue_id),
      scores: [score],
      span_notes: "whole item",
    });
    await createScore(owner, { ...source, ...score, value: 1, queue_item_id: items.get(b.queue_id) });
    await database.db
      .insert(itemNotes)
      .values({ itemId: items.get(a.queue_id) ?? "", userId: owner.caller.userId, notes: "not for annotators" });
    const entries = await one(person, source);
    const entry = (id: string) => entries.find(({ queue }) => queue.id === id);
    expect(entry(a.queue_id)).toMatchObject({
      existing_scores: { [a.labelId]: { rating: 4 } },
      existing_label_notes: { [a.labelId]: "why" },
      existing_notes: "whole item",
      span_notes: [{ notes: "whole item", annotator_id: person.caller.userId }],
    });
    expect(entry(b.queue_id)).toMatchObject({ existing_scores: {}, existing_label_notes: {}, existing_notes: "" });
  });
});
