import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetRows } from "@/db/schema";
import { createCaller, createOrganization, createRows, suiteDatabase } from "@/db/testing/factories";
import { setGold } from "@/lib/annotation/checks/gold";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { adjudicateItem, withdrawAdjudication } from "@/lib/annotation/review/adjudication";
import { createTestQueue, starLabel } from "@/lib/annotation/testing/queues";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { createProject } from "@/lib/traces/projects";
import { createLabel, deleteLabel, getLabel, replaceLabel, restoreLabel, updateLabel } from "./labels";
import { listLabels } from "./list-labels";

const database = suiteDatabase();
let owner: Context;
let stranger: Context;
const page = { page: 1, limit: 50, include_usage_count: false, include_archived: false, archived: false };

beforeAll(async () => {
  owner = await createCaller(database.db, await createOrganization(database.db), "Owner");
  stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
});

async function columnOf({ db, caller }: Context): Promise<[string, string]> {
  const [rowId = ""] = await createRows(db, { id: caller.organizationId, workspaceId: caller.workspaceId }, ["a row"]);
  const [row] = await db.select().from(datasetRows).where(eq(datasetRows.id, rowId));
  return [Object.keys(row?.cells ?? {})[0] ?? "", row?.datasetId ?? ""];
}

const category = (...options: string[]) => ({
  rule_prompt: "",
  multi_choice: true,
  auto_annotate: false,
  strategy: null,
  options: options.map((label) => ({ label })),
});

describe("labels", () => {
  test("a name is unique per type, ignoring case, and free again after archiving", async () => {
    const first = await createLabel(owner, { ...starLabel, name: "Tone" });
    await expect(createLabel(owner, { ...starLabel, name: "tone" })).rejects.toMatchObject({
      kind: "invalid",
      detail: { fields: { non_field_errors: [expect.stringContaining("already exists")] } },
    });
    await createLabel(owner, { name: "Tone", type: "thumbs_up_down", settings: {}, allow_notes: false });
    await createLabel(stranger, { ...starLabel, name: "Tone" });
    await deleteLabel(owner, { id: first.id });
    const second = await createLabel(owner, { ...starLabel, name: "Tone" });
    await expect(restoreLabel(owner, { id: first.id })).rejects.toMatchObject({ kind: "conflict" });
    await deleteLabel(owner, { id: second.id });
    expect(await restoreLabel(owner, { id: first.id })).toMatchObject({ id: first.id, archived: false });
  });

  test("of ten parallel creations with one name, one succeeds", async () => {
    const attempts = Array.from({ length: 10 }, () => createLabel(owner, { ...starLabel, name: "Race" }));
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });

  test("lists filter, search ignoring case, count use, and start with the newest", async () => {
    const organization = await createOrganization(database.db);
    const caller = await createCaller(database.db, organization, "Owner");
    expect(await listLabels(caller, page)).toMatchObject({ count: 0, results: [] });
    await createLabel(caller, { ...starLabel, name: "100% sure" });
    await createLabel(caller, { name: "Remark", type: "text", settings: {}, allow_notes: false });
    const names = async (change: object) =>
      (await listLabels(caller, { ...page, ...change })).results.map((l) => l.name);
    expect(await names({})).toEqual(["Remark", "100% sure"]);
    expect(await names({ type: "star" })).toEqual(["100% sure"]);
    expect(await names({ search: "REM" })).toEqual(["Remark"]);
    expect(await names({ search: "0%" })).toEqual(["100% sure"]);
    expect(await names({ search: "0_" })).toEqual([]);
    const queue = await createTestQueue(caller, organization, { items: 1 });
    const annotation = { label_id: queue.labelId, value: 5 };
    await submitAnnotations(caller, {
      queue_id: queue.queue_id,
      item_id: queue.itemIds[0] ?? "",
      annotations: [annotation],
    });
    const listed = await listLabels(caller, { ...page, include_usage_count: true });
    expect(listed.results.map((label) => label.annotation_count)).toEqual([1, 0, 0]);
    const { results: ofQueue } = await listLabels(caller, { ...page, queue_id: queue.queue_id });
    expect(ofQueue.map(({ id }) => id)).toEqual([queue.labelId]);
    await expect(listLabels(caller, { ...page, page: 9 })).rejects.toMatchObject({ kind: "notFound" });
  });

  test("a change makes a new version, and parts that values use cannot be removed", async () => {
    const organization = await createOrganization(database.db);
    const caller = await createCaller(database.db, organization, "Owner");
    const label = await createLabel(caller, {
      name: "Problems",
      type: "categorical",
      settings: category("A", "B", "C"),
      allow_notes: false,
    });
    const queue = await createTestQueue(caller, organization, { items: 1 });
    await addQueueLabel(caller, { queue_id: queue.queue_id, label_id: label.id, required: false });
    const annotation = { label_id: label.id, value: ["A"] };
    await submitAnnotations(caller, {
      queue_id: queue.queue_id,
      item_id: queue.itemIds[0] ?? "",
      annotations: [annotation],
    });
    const renamed = await updateLabel(caller, { id: label.id, settings: category("A", "B") });
    expect(renamed.version).toBe(2);
    expect((await updateLabel(caller, { id: label.id, description: "same version" })).version).toBe(2);
    await expect(updateLabel(caller, { id: label.id, settings: category("B", "C") })).rejects.toMatchObject({
      kind: "invalid",
      detail: { fields: { "settings.options": [expect.stringContaining("A")] } },
    });
    await expect(updateLabel(caller, { id: label.id, type: "text", settings: {} })).rejects.toMatchObject({
      detail: { fields: { type: [expect.any(String)] } },
    });
    await expect(
      replaceLabel(caller, { id: label.id, ...starLabel, settings: { no_of_stars: 0 } }),
    ).rejects.toMatchObject({ detail: { fields: { "settings.no_of_stars": [expect.any(String)] } } });
  });

  const range = (min: number, max: number) => ({ min, max, step_size: 1, display_type: "slider" });
  test.each([
    ["star", { no_of_stars: 5 }, 4, { no_of_stars: 4 }, { no_of_stars: 3 }, "no_of_stars"],
    ["star", {}, 5, { no_of_stars: 7 }, { no_of_stars: 4 }, "no_of_stars"],
    ["star", { no_of_stars: 9 }, 6, { no_of_stars: 6 }, {}, "no_of_stars"],
    ["numeric", range(0, 10), 8, range(1, 8), range(0, 7), "max"],
    ["numeric", range(0, 10), 2, range(2, 9), range(3, 10), "min"],
    ["numeric", {}, 12, range(0, 20), range(0, 10), "max"],
    [
      "categorical",
      category("A", "B"),
      ["A"],
      { ...category("A", "B"), multi_choice: false },
      category("B", "C"),
      "options",
    ],
    [
      "categorical",
      category("A", "B"),
      ["A", "B"],
      category("A", "B", "C"),
      { ...category("A", "B"), multi_choice: false },
      "multi_choice",
    ],
  ] as const)("a %s label of %j with the answer %j may become %j, and not %j", async (...row) => {
    const [type, settings, value, wider, narrower, field] = row;
    const organization = await createOrganization(database.db);
    const caller = await createCaller(database.db, organization, "Owner");
    const label = await createLabel(caller, { name: "Asked", type, settings, allow_notes: false });
    const { queue_id, itemIds } = await createTestQueue(caller, organization, { items: 1 });
    await addQueueLabel(caller, { queue_id, label_id: label.id, required: false });
    const annotations = [{ label_id: label.id, value }];
    const submission = { queue_id, item_id: itemIds[0] ?? "", annotations };
    await submitAnnotations(caller, submission);
    expect((await updateLabel(caller, { id: label.id, settings: wider })).version).toBe(2);
    await expect(updateLabel(caller, { id: label.id, settings: narrower })).rejects.toMatchObject({
      kind: "invalid",
      detail: { fields: { [`settings.${field}`]: [expect.any(String)] } },
    });
    await submitAnnotations(caller, submission);
  });

  test.each(["gold", "settled"] as const)("parts of a label that %s answers use cannot be removed", async (kind) => {
    const organization = await createOrganization(database.db);
    const caller = await createCaller(database.db, organization, "Owner");
    const settings = category("A", "B", "C");
    const label = await createLabel(caller, { name: "Problems", type: "categorical", settings, allow_notes: false });
    const annotator = await createCaller(database.db, organization);
    const { queue_id, itemIds, labelId } = await createTestQueue(caller, organization, {
      items: 1,
      annotators: [annotator],
    });
    await addQueueLabel(caller, { queue_id, label_id: label.id, required: false });
    const known = { queue_id, item_id: itemIds[0] ?? "" };
    const answer = { label_id: label.id, value: ["A"] };
    if (kind === "gold") await setGold(caller, { ...known, answers: [answer] });
    else {
      await submitAnnotations(annotator, { ...known, annotations: [{ label_id: labelId, value: 4 }] });
      await adjudicateItem(caller, { ...known, values: [answer] });
    }
    await expect(updateLabel(caller, { id: label.id, settings: category("B", "C") })).rejects.toMatchObject({
      detail: { fields: { "settings.options": [expect.stringContaining("A")] } },
    });
    await expect(updateLabel(caller, { id: label.id, type: "text", settings: {} })).rejects.toMatchObject({
      detail: { fields: { type: [expect.any(String)] } },
    });
    if (kind === "gold") await setGold(caller, { ...known, answers: [] });
    else await withdrawAdjudication(caller, known);
    expect((await updateLabel(caller, { id: label.id, settings: category("B", "C") })).version).toBe(2);
  });

  test("of two people who edit one version, the second learns that the first has saved", async () => {
    const label = await createLabel(owner, {
      name: "Mood",
      type: "categorical",
      settings: category("Warm", "Cold"),
      allow_notes: false,
    });
    const add = (option: string) =>
      updateLabel(owner, { id: label.id, settings: category("Warm", "Cold", option), base_version: label.version });
    const outcomes = await Promise.allSettled([add("Angry"), add("Bored")]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? outcome.reason : []));
    expect(refused).toMatchObject([{ kind: "conflict", message: expect.stringContaining("it has version 2") }]);
    expect((await getLabel(owner, { id: label.id })).version).toBe(2);
    expect((await updateLabel(owner, { id: label.id, settings: category("Warm", "Cold") })).version).toBe(3);
  });

  test("a label's project and dataset columns stay within the organization", async () => {
    const [columnId, datasetId] = await columnOf(stranger);
    const [ownColumnId, ownDatasetId] = await columnOf(owner);
    const reading = { name: "Reads a column", type: "categorical", allow_notes: false } as const;
    const { id } = await createLabel(owner, { ...reading, settings: { ...category("A", "B"), inputs: [columnId] } });
    const { id: own } = await createLabel(owner, {
      ...reading,
      name: "Reads an own column",
      settings: { ...category("A", "B"), inputs: [ownColumnId] },
    });
    const found = async (dataset = "") => (await listLabels(owner, { ...page, dataset })).results.map((row) => row.id);
    expect(await found(datasetId)).not.toContain(id);
    expect(await found(ownDatasetId)).toContain(own);
    const project = (await createProject(stranger, { name: "Theirs" })).id;
    const refusal = { kind: "invalid", detail: { fields: { project: [expect.any(String)] } } };
    await expect(createLabel(owner, { ...starLabel, name: "Projected", project })).rejects.toMatchObject(refusal);
    await expect(updateLabel(owner, { id, project })).rejects.toMatchObject(refusal);
    const mine = (await createProject(owner, { name: "Mine" })).id;
    expect(await updateLabel(owner, { id, project: mine })).toMatchObject({ project: mine });
  });

  test("another organization's label appears not to exist", async () => {
    const label = await createLabel(owner, { ...starLabel, name: "Ours" });
    const attempts = [
      () => getLabel(stranger, { id: label.id }),
      () => updateLabel(stranger, { id: label.id, name: "Theirs" }),
      () => deleteLabel(stranger, { id: label.id }),
      () => restoreLabel(stranger, { id: label.id }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: "notFound" });
    expect((await getLabel(owner, { id: label.id })).name).toBe("Ours");
    const listed = await listLabels(stranger, { ...page, include_archived: true });
    expect(listed.results.some((found) => found.id === label.id)).toBe(false);
  });
});
