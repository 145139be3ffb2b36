import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { apiKeys, itemAssignees, itemSeats, memberships, queueItems, queueMembers, queues } from "@/db/schema";
import {
  contextOf,
  createOrganization,
  createRows,
  createUser,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { exchangeOf } from "@/lib/exchange/web";
import { authenticate } from "@/lib/http/authenticate";
import { createKey, deleteKey } from "./keys";
import { changeMemberRole, listMembers, removeMember } from "./members";

const projected = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock("@/lib/gateway-admin/projection", () => ({ projectPlatformKey: projected }));

const database = suiteDatabase();
let organization: TestOrganization;
let owner: string;
beforeEach(async () => {
  projected.mockClear();
  organization = await createOrganization(database.db);
  owner = await createUser(database.db, organization, "Owner", "Olive Owner");
});

const asOwner = () => contextOf(database.db, organization, owner, "Owner");
const roleOf = async (userId: string) => {
  const where = and(eq(memberships.organizationId, organization.id), eq(memberships.userId, userId));
  const [row] = await database.db.select().from(memberships).where(where);
  return row?.role;
};

test("members are listed by name and found by part of it", async () => {
  await createUser(database.db, organization, "Viewer", "100% Vera");
  const all = await listMembers(asOwner(), { page: 1 });
  expect(all.results.map(({ name, role }) => [name, role])).toEqual([
    ["100% Vera", "Viewer"],
    ["Olive Owner", "Owner"],
  ]);
  const found = await listMembers(asOwner(), { page: 1, search: "0% v" });
  expect(found).toMatchObject({ count: 1, results: [{ name: "100% Vera" }] });
  await expect(listMembers(asOwner(), { page: 2 })).rejects.toMatchObject({ kind: "notFound" });
});

test("the last Owner can be neither demoted nor removed", async () => {
  await expect(changeMemberRole(asOwner(), { user_id: owner, role: "Admin" })).rejects.toThrow("needs an Owner");
  await expect(removeMember(asOwner(), { user_id: owner })).rejects.toThrow("needs an Owner");
  expect(await roleOf(owner)).toBe("Owner");
});

test("members of every role leave by themselves, and remove nobody else", async () => {
  const other = await createUser(database.db, organization, "Viewer");
  for (const role of ["Admin", "Member", "Viewer"] as const) {
    const leaver = await createUser(database.db, organization, role);
    const context = contextOf(database.db, organization, leaver, role);
    if (role !== "Admin")
      for (const user_id of [other, crypto.randomUUID()])
        await expect(removeMember(context, { user_id })).rejects.toMatchObject({ kind: "forbidden" });
    expect(await removeMember(context, { user_id: leaver })).toMatchObject({ removed: true });
    expect(await roleOf(leaver)).toBeUndefined();
  }
  expect(await roleOf(other)).toBe("Viewer");
});

test("a request to leave an organization, sent again, does not leave another", async () => {
  const leaver = await createUser(database.db, organization, "Member");
  const elsewhere = await createOrganization(database.db);
  const request = { user_id: leaver, organization_id: elsewhere.id };
  const context = contextOf(database.db, organization, leaver, "Member");
  await expect(removeMember(context, request)).rejects.toMatchObject({ kind: "notFound" });
  expect(await roleOf(leaver)).toBe("Member");
  expect(await removeMember(context, { ...request, organization_id: organization.id })).toMatchObject({
    removed: true,
  });
});

test("one Owner stays when all Owners demote or remove one another at once", async () => {
  const owners = [owner];
  for (let index = 0; index < 7; index += 1) owners.push(await createUser(database.db, organization, "Owner"));
  const attacks = owners.map((userId, index) => {
    const context = contextOf(database.db, organization, userId, "Owner");
    const target = owners[(index + 1) % owners.length] ?? owner;
    return index % 2
      ? removeMember(context, { user_id: target })
      : changeMemberRole(context, { user_id: target, role: "Viewer" });
  });
  await Promise.allSettled(attacks);
  const left = await database.db
    .select()
    .from(memberships)
    .where(and(eq(memberships.organizationId, organization.id), eq(memberships.role, "Owner")));
  expect(left.length).toBeGreaterThanOrEqual(1);
});

test("when two Owners demote each other at once, exactly one succeeds, in every round", async () => {
  const second = await createUser(database.db, organization, "Owner");
  const asSecond = () => contextOf(database.db, organization, second, "Owner");
  for (let round = 0; round < 10; round += 1) {
    const outcomes = await Promise.allSettled([
      changeMemberRole(asOwner(), { user_id: second, role: "Member" }),
      changeMemberRole(asSecond(), { user_id: owner, role: "Member" }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await database.db.update(memberships).set({ role: "Owner" }).where(eq(memberships.organizationId, organization.id));
  }
});

test.each([
  ["Member", "Admin", null],
  ["Member", "Owner", "Only an Owner may"],
  ["Owner", "Member", "Only an Owner may"],
] as const)("an Admin changes a %s to %s: %s", async (before, after, refusal) => {
  const admin = contextOf(database.db, organization, await createUser(database.db, organization, "Admin"), "Admin");
  const target = await createUser(database.db, organization, before);
  const change = changeMemberRole(admin, { user_id: target, role: after });
  if (refusal) await expect(change).rejects.toThrow(refusal);
  else await expect(change).resolves.toMatchObject({ user_id: target, role: after });
  expect(await roleOf(target)).toBe(refusal ? before : after);
});

test("a role that was lost since the request arrived does not count", async () => {
  const former = await createUser(database.db, organization, "Member");
  const context = contextOf(database.db, organization, former, "Owner");
  await expect(removeMember(context, { user_id: owner })).rejects.toMatchObject({ kind: "forbidden" });
});

test("members of another organization are not found", async () => {
  const stranger = await createUser(database.db, await createOrganization(database.db), "Member");
  await expect(removeMember(asOwner(), { user_id: stranger })).rejects.toMatchObject({ kind: "notFound" });
  await expect(changeMemberRole(asOwner(), { user_id: stranger, role: "Viewer" })).rejects.toMatchObject({
    kind: "notFound",
  });
});

test("a removed member's keys stop working at once, on the platform and at the gateway", async () => {
  const member = await createUser(database.db, organization);
  const made = await createKey(contextOf(database.db, organization, member), { key_name: "Batch" });
  const headers = { authorization: `Bearer ${made.api_key}` };
  const request = () => exchangeOf(new Request("http://test/", { headers }));
  expect(await authenticate(database.db, request(), { access: "read", scope: "read" })).toMatchObject({
    userId: member,
  });
  projected.mockClear();
  expect(await removeMember(asOwner(), { user_id: member })).toEqual({
    removed: true,
    revoked_keys: 1,
    revoked_invitations: [],
  });
  await expect(authenticate(database.db, request(), { access: "read", scope: "read" })).rejects.toMatchObject({
    kind: "unauthenticated",
  });
  const [row] = await database.db.select().from(apiKeys).where(eq(apiKeys.id, made.key_id));
  expect(projected.mock.calls).toEqual([[row?.keyHash, null]]);
});

test("a change of a member's role reaches the gateway, for all of their keys but deleted ones", async () => {
  const member = await createUser(database.db, organization);
  const names = ["One", "Two"];
  for (const key_name of names) await createKey(contextOf(database.db, organization, member), { key_name });
  const { key_id } = await createKey(contextOf(database.db, organization, member), { key_name: "Old" });
  await deleteKey(contextOf(database.db, organization, member), { key_id });
  const other = await createUser(database.db, organization);
  await createKey(contextOf(database.db, organization, other), { key_name: "Other" });
  for (const role of ["Viewer", "Member"] as const) {
    projected.mockClear();
    await changeMemberRole(asOwner(), { user_id: member, role });
    const key = expect.objectContaining({ role, organizationId: organization.id });
    expect(projected.mock.calls).toEqual(names.map(() => [expect.any(String), key]));
  }
});

test("retrying a removal that could not reach the gateway completes it", async () => {
  const member = await createUser(database.db, organization);
  await createKey(contextOf(database.db, organization, member), { key_name: "Batch" });
  projected.mockClear();
  projected.mockRejectedValueOnce(new Error("the gateway's store is away"));
  await expect(removeMember(asOwner(), { user_id: member })).rejects.toThrow("is away");
  await expect(removeMember(asOwner(), { user_id: member })).rejects.toMatchObject({ kind: "notFound" });
  expect(projected.mock.lastCall).toEqual([expect.any(String), null]);
});

test("a removed member leaves the queues: seats and assignments become free, finished work stays", async () => {
  const { db } = database;
  const member = await createUser(db, organization);
  const rowIds = await createRows(db, organization, ["held", "finished"]);
  const [queue] = await db
    .insert(queues)
    .values({ organizationId: organization.id, workspaceId: organization.workspaceId, name: "Q", createdBy: owner })
    .returning();
  const queueId = queue?.id ?? "";
  const items = await db
    .insert(queueItems)
    .values(
      rowIds.map((sourceId, order) => ({
        ...{ organizationId: organization.id, queueId, sourceType: "dataset_row" as const, sourceId, order },
        openSeats: 0,
      })),
    )
    .returning();
  const [reserved = "", finished = ""] = items.map((item) => item.id);
  await db.insert(queueMembers).values({ queueId, userId: member, roles: ["annotator"] });
  await db.insert(itemSeats).values([
    { itemId: reserved, userId: member, queueId, state: "reserved" },
    { itemId: finished, userId: member, queueId, state: "completed" },
  ]);
  await db.insert(itemAssignees).values({ itemId: reserved, userId: member, queueId });

  await removeMember(asOwner(), { user_id: member });
  const seats = await db.select().from(itemSeats).where(eq(itemSeats.queueId, queueId));
  expect(seats.map(({ itemId, state }) => [itemId, state])).toEqual([[finished, "completed"]]);
  const open = await db.execute(sql`select open_seats from queue_items where queue_id = ${queueId} order by "order"`);
  expect(open.map((item) => item.open_seats)).toEqual([1, 0]);
  expect(await db.select().from(itemAssignees).where(eq(itemAssignees.queueId, queueId))).toEqual([]);
  expect(await db.select().from(queueMembers).where(eq(queueMembers.queueId, queueId))).toEqual([]);
});
