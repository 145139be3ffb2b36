// The demo is held to what submitting and completing would have written, by the rules that they follow.
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { settingsProblem } from "@/lib/annotation/labels/rules/label-settings";
import { readValue } from "@/lib/annotation/labels/rules/label-value";
import { annotatedCount } from "./demo/annotations";
import { conversations } from "./demo/conversations";
import { labels, memberships, queues, scores } from "./schema";
import { hasDemo, seedDemo } from "./seed";
import { createOrganization, createUser, suiteDatabase, type TestOrganization } from "./testing/factories";

const database = suiteDatabase();
let organization: TestOrganization;
let ownerId: string;
const now = new Date();
beforeAll(async () => {
  organization = await createOrganization(database.db);
  ownerId = await createUser(database.db, organization, "Owner");
  // The organization has work of its own under the demo's names.
  const owner = { organizationId: organization.id, workspaceId: organization.workspaceId };
  await database.db.insert(labels).values({ ...owner, name: "helpfulness", type: "star" });
  await database.db.insert(queues).values({ ...owner, name: "Support replies", createdBy: ownerId });
  await seedDemo(database.db, { ...owner, ownerId, now });
});

const rowsOf = <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) => database.db.execute<T>(query);
const offenders = async (query: ReturnType<typeof sql>) => expect([...(await rowsOf(query))]).toEqual([]);

test("both queues exist under free names", async () => {
  const found = await rowsOf(sql`
    select queue.name, queue.status, queue.annotations_required as required, count(*)::int as items,
      count(*) filter (where item.status = 'completed')::int as completed
    from queues as queue join queue_items as item on item.queue_id = queue.id group by queue.id order by queue.name`);
  expect([...found]).toEqual([
    { name: "Psychiatric diagnoses (Fleiss 1971)", status: "completed", required: 6, items: 30, completed: 30 },
    {
      name: "Support replies (demo)",
      status: "active",
      required: 3,
      items: conversations.length,
      completed: annotatedCount,
    },
  ]);
  expect(conversations.length).toBeGreaterThan(annotatedCount);
});

test("seats, open seats and statuses of items agree", () =>
  offenders(sql`
    select item.id from queue_items as item join queues as queue on queue.id = item.queue_id
    left join lateral (select count(*) filter (where state = 'completed') as done, count(*) as taken, max(completed_at) as last
      from item_seats where item_id = item.id) as seat on true
    where item.open_seats <> queue.annotations_required - seat.taken
      or (item.status = 'completed') <> (seat.done >= queue.annotations_required)
      or (item.status = 'pending') <> (seat.taken = 0)
      or item.completed_at is distinct from (case when item.status = 'completed' then seat.last end)`));

test("annotators scored every required label of their completed items, with consistent times", () =>
  offenders(sql`
    select seat.item_id from item_seats as seat
    join queue_labels as binding on binding.queue_id = seat.queue_id and binding.required
    left join scores as score on score.queue_item_id = seat.item_id and score.annotator_id = seat.user_id
      and score.label_id = binding.label_id
    where score.id is null or score.created_at <> seat.completed_at or seat.reserved_at >= seat.completed_at
      or seat.completed_at > now()`));

test("scores and notes refer to items, sources, labels and people of the organization", () =>
  offenders(sql`
    select score.id from scores as score
    left join queue_items as item on item.id = score.queue_item_id and item.source_id = score.source_id
      and item.queue_id = score.queue_id and item.source_type = score.source_type
    left join dataset_rows as source on source.id::text = score.source_id and source.organization_id = score.organization_id
    left join queue_labels as binding on binding.queue_id = score.queue_id and binding.label_id = score.label_id
    left join item_seats as seat on seat.item_id = score.queue_item_id and seat.user_id = score.annotator_id
    left join queue_members as member on member.queue_id = score.queue_id and member.user_id = score.annotator_id
    where score.organization_id <> ${organization.id} or score.workspace_id <> ${organization.workspaceId}
      or item.id is null or source.id is null or binding.id is null or seat.state is null or member.id is null
    union all
    select note.item_id from item_notes as note
    left join item_seats as seat on seat.item_id = note.item_id and seat.user_id = note.user_id where seat.state is null`));

test("label settings are valid, and every value is canonical", async () => {
  const rows = await database.db.select().from(scores).innerJoin(labels, eq(labels.id, scores.labelId));
  expect(rows.length).toBeGreaterThan(500);
  for (const { scores: score, labels: label } of rows) {
    expect(settingsProblem(label.type, label.settings)).toBeNull();
    expect(readValue(label, score.value)).toEqual({ kind: "value", value: score.value });
  }
});

test("the owner has every role, the others annotate, and all belong to the organization", async () => {
  const rows = await rowsOf<{ owner: boolean; roles: string[] }>(sql`
    select member.user_id = ${ownerId} as owner, member.roles from queue_members as member
    join memberships on memberships.user_id = member.user_id and memberships.organization_id = ${organization.id}`);
  expect(rows.filter((row) => row.owner).map((row) => row.roles)).toEqual([
    ["manager", "reviewer", "annotator"],
    ["manager", "reviewer", "annotator"],
  ]);
  expect(rows.filter((row) => !row.owner).map((row) => row.roles)).toEqual(Array(9).fill(["annotator"]));
  const inOrganization = eq(memberships.organizationId, organization.id);
  expect(await database.db.$count(memberships, inOrganization)).toBe(10);
});

test("the diagnoses match the published counts", async () => {
  const [row] = await rowsOf(sql`
    select count(*)::int as ratings, count(*) filter (where value -> 'selected' ->> 0 = 'Neurosis')::int as neurosis
    from scores join queues on queues.id = scores.queue_id where queues.status = 'completed'`);
  expect(row).toEqual({ ratings: 180, neurosis: 55 });
});

test("no row reveals the flaw of a reply", async () => {
  const flaws = conversations.flatMap(({ flaw }) => flaw ?? []);
  const text = JSON.stringify([...(await rowsOf(sql`select cells from dataset_rows`))]);
  for (const flaw of flaws) expect(text).not.toContain(flaw);
});

test("another organization can have the demo, too, with the same people", async () => {
  const other = await createOrganization(database.db);
  const otherOwner = await createUser(database.db, other, "Owner");
  expect(await hasDemo(database.db, other.id)).toBe(false);
  const owner = { organizationId: other.id, workspaceId: other.workspaceId };
  await seedDemo(database.db, { ...owner, ownerId: otherOwner, now });
  expect(await hasDemo(database.db, other.id)).toBe(true);
  expect(await database.db.$count(memberships, eq(memberships.organizationId, other.id))).toBe(10);
});
