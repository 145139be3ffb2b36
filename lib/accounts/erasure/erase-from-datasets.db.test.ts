import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  adjudications,
  auditEntries,
  datasetColumns,
  datasetRows,
  datasets,
  queueExports,
  queueItems,
  users,
} from "@/db/schema";
import { createCaller, createOrganization, createUser, type TestOrganization } from "@/db/testing/factories";
import { addItems } from "@/lib/annotation/contents/items";
import { startQueueExport } from "@/lib/annotation/export/background";
import { exportToDataset } from "@/lib/annotation/export/export-to-dataset";
import { adjudicateItem } from "@/lib/annotation/review/adjudication";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { createDatasetVersion } from "@/lib/datasets/versions/versions";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { removeMember } from "../members";
import { deleteAccount } from "./delete-account";
import { deleteMember } from "./delete-member";
import { erasePerson } from "./erase-person";
import { columnsWith } from "./testing";

let world: Awaited<ReturnType<typeof startTestGateway>>;
let organization: TestOrganization;
let owner: Context;
beforeAll(async () => {
  world = await startTestGateway();
  organization = await createOrganization(world.db);
  owner = acting(await createCaller(world.db, organization, "Owner"), "deleteMember");
});
afterAll(() => world.close());

const acting = (context: Context, action: string): Context => ({
  ...context,
  act: { action, userAgent: "a browser", isRecorded: false },
});

const rename = (userId: string, name: string) => world.db.update(users).set({ name }).where(eq(users.id, userId));

/** A member who annotates, reviews and settles, beside a namesake who annotates; everything is exported into datasets. */
async function exportedWork(otherName?: string) {
  const [annotator, namesake] = [
    await createCaller(world.db, organization),
    await createCaller(world.db, organization, "Owner"),
  ];
  const { userId } = annotator.caller;
  const [name, email] = [`Nils "N" Nord ${randomUUID()}`, `nils-${randomUUID()}@example.test`];
  await world.db.update(users).set({ name, email }).where(eq(users.id, userId));
  await rename(namesake.caller.userId, otherName ?? name);
  const people = { annotators: [annotator, namesake], annotationsRequired: 2 };
  const { queue_id, itemIds, labelId } = await createTestQueue(owner, organization, { items: 1, ...people });
  const item = { queue_id, item_id: itemIds[0] ?? "" };
  for (const person of [annotator, namesake])
    await submitAnnotations(person, { ...item, annotations: [{ label_id: labelId, value: 4, notes: "" }] });
  await adjudicateItem(owner, { ...item, values: [{ label_id: labelId, value: 2 }], notes: "" });
  const ofItem = eq(adjudications.itemId, item.item_id);
  await world.db.update(adjudications).set({ resolvedBy: userId }).where(ofItem);
  const reviewed = { status: "completed", reviewedBy: userId } as const;
  await world.db.update(queueItems).set(reviewed).where(eq(queueItems.id, item.item_id));
  const first = await exported(queue_id, []);
  const every = [
    "annotation_metrics",
    "resolved",
    `label:${labelId}:annotator_name`,
    `label:${labelId}:annotator_email`,
  ];
  const mapping = every.map((field) => ({ field, enabled: true }));
  const second = await exported(queue_id, mapping);
  await createDatasetVersion(owner, { dataset_id: second, name: "First", description: "" });
  // The rows are annotated in turn: their cells become JSON inside JSON.
  const again = await createTestQueue(owner, organization, { items: 0, annotators: [owner] });
  const rows = await world.db.select().from(datasetRows).where(eq(datasetRows.datasetId, second));
  const items = rows.map(({ id }) => ({ source_type: "dataset_row" as const, source_id: id }));
  await addItems(owner, { queue_id: again.queue_id, items });
  await world.db.update(queueItems).set({ status: "completed" }).where(eq(queueItems.queueId, again.queue_id));
  const third = await exported(again.queue_id, []);
  return { annotator, namesake, userId, name, email, queue_id, datasets: [first, second, third] };
}

async function exported(queue_id: string, column_mapping: { field: string; enabled: boolean }[]): Promise<string> {
  const body = { dataset_name: `Export ${randomUUID()}`, status_filter: "completed", column_mapping } as const;
  return (await exportToDataset(owner, { queue_id, ...body })).dataset_id;
}

const textOf = async (datasetId: string) =>
  JSON.stringify(await world.db.select().from(datasetRows).where(eq(datasetRows.datasetId, datasetId)));

test("a deleted member's name and email leave the JSON of datasets made from exports, and a namesake's stay", async () => {
  const { userId, namesake, name, email, datasets } = await exportedWork();
  const [other] = await world.db.select().from(users).where(eq(users.id, namesake.caller.userId));
  // Under the name of before too.
  await rename(userId, "Nils Renamed");
  expect(await deleteMember(owner, { user_id: userId, email })).toEqual({ outcome: "deleted" });
  expect(await columnsWith(world.db, [email])).toEqual([]);
  for (const dataset of datasets) expect(await textOf(dataset)).toContain(other?.email);
  const [first = ""] = datasets;
  const [row] = await world.db.select().from(datasetRows).where(eq(datasetRows.datasetId, first));
  const [metrics] = await world.db
    .select()
    .from(datasetColumns)
    .where(and(eq(datasetColumns.datasetId, first), eq(datasetColumns.name, "annotation_metrics")));
  const [annotations] = Object.values(JSON.parse(row?.cells[metrics?.id ?? ""] ?? "{}"));
  const found = (annotations as Record<string, unknown>[]).map((annotation) => [
    annotation.annotator_id,
    annotation.annotator_name,
    annotation.annotator_email,
  ]);
  expect(found).toEqual([
    [userId, "Deleted user", "Deleted user"],
    [namesake.caller.userId, name, other?.email],
  ]);
  expect(row?.metadata).toMatchObject({
    review: { reviewed_by_name: "Deleted user", reviewed_by_email: "Deleted user" },
    resolved: [{ by_name: "Deleted user", by_email: "Deleted user" }],
  });
});

test("who was removed and deletes the account later is erased in the former organization too", async () => {
  const { userId, name, email, queue_id, datasets } = await exportedWork("Another name");
  const { id } = await startQueueExport(owner, { queue_id, export_format: "csv" });
  await world.db.update(queueExports).set({ status: "completed" }).where(eq(queueExports.id, id));
  await removeMember(acting(owner, "removeMember"), { user_id: userId });
  const own = await createOrganization(world.db);
  await createUser(world.db, own, "Owner");
  await world.db.execute(sql`
    insert into memberships (organization_id, user_id, role) values (${own.id}, ${userId}, 'Member')`);
  const person = { ...owner, caller: { ...owner.caller, organizationId: own.id, userId, role: "Member" as const } };
  await deleteAccount(acting(person, "deleteAccount"), { email });
  expect(await columnsWith(world.db, [email])).toEqual([]);
  // Its end is spelled alike in each depth of JSON.
  for (const dataset of datasets.slice(0, 2)) expect(await textOf(dataset)).not.toContain(name.slice(-36));
  const [file] = await world.db.select().from(queueExports).where(eq(queueExports.id, id));
  expect(file?.status).toBe("expired");
  const deleted = and(eq(auditEntries.action, "deleteAccount"), eq(auditEntries.targetId, userId));
  const entries = await world.db.select().from(auditEntries).where(deleted);
  expect(entries.map(({ organizationId }) => organizationId)).toContain(organization.id);
});

test("names of other things stay in datasets that no export made: people choose their own name", async () => {
  const { id: organizationId, workspaceId } = organization;
  const person = await createUser(world.db, organization, "Viewer");
  await removeMember(acting(owner, "removeMember"), { user_id: person });
  await rename(person, "gpt-4o");
  const [dataset] = await world.db.insert(datasets).values({ organizationId, workspaceId, name: "Models" }).returning();
  const datasetId = dataset?.id ?? "";
  const columns = ["model_name", "label_name", "annotator_name", "Tone resolved by name"].map((name, order) => ({
    ...{ datasetId, name, dataType: "text" as const, order },
  }));
  const stored = await world.db.insert(datasetColumns).values(columns).returning();
  const cells = Object.fromEntries(stored.map(({ id }, at) => [id, at === 1 ? '["gpt-4o"]' : "gpt-4o"]));
  await world.db.insert(datasetRows).values({ datasetId, organizationId, order: 0, cells });
  await erasePerson(world.db, person, new Date());
  const [row] = await world.db.select().from(datasetRows).where(eq(datasetRows.datasetId, datasetId));
  expect(stored.map(({ id }) => row?.cells[id])).toEqual(["gpt-4o", '["gpt-4o"]', "Deleted user", "Deleted user"]);
});
