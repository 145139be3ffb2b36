import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeys, auditEntries, memberships, users } from "@/db/schema";
import { contextOf, createOrganization, createUser } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { createKey } from "../keys";
import { deleteMember } from "./delete-member";

let world: Awaited<ReturnType<typeof startTestGateway>>;
let organization: Awaited<ReturnType<typeof createOrganization>>;
let owner: string;
beforeAll(async () => {
  world = await startTestGateway();
  organization = await createOrganization(world.db);
  owner = await createUser(world.db, organization, "Owner");
});
afterAll(() => world.close());

const actingAs = (userId: string, role: OrganizationRole): Context => ({
  ...contextOf(world.db, organization, userId, role),
  act: { action: "deleteMember", userAgent: "a browser", isRecorded: false },
});
const asOwner = () => actingAs(owner, "Owner");

async function newcomer(role: OrganizationRole = "Member"): Promise<{ user_id: string; email: string }> {
  const user_id = await createUser(world.db, organization, role);
  return { user_id, email: (await personOf(user_id)).email };
}

async function personOf(id: string) {
  const [user] = await world.db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Error("There is no such user.");
  return user;
}

const membershipsOf = (userId: string) => world.db.$count(memberships, eq(memberships.userId, userId));

async function entryOf(userId: string) {
  const of = and(eq(auditEntries.action, "deleteMember"), eq(auditEntries.targetId, userId));
  const [entry] = await world.db.select().from(auditEntries).where(of);
  return entry;
}

test("an Admin deletes the account of a member who belongs only to this organization", async () => {
  const member = await newcomer();
  const { key_id } = await createKey(contextOf(world.db, organization, member.user_id), { key_name: "Batch" });
  const admin = await createUser(world.db, organization, "Admin");
  const input = { ...member, email: member.email.toUpperCase() };
  expect(await deleteMember(actingAs(admin, "Admin"), input)).toEqual({ outcome: "deleted" });
  expect(await personOf(member.user_id)).toMatchObject({ name: "Deleted user", passwordHash: null });
  expect(await membershipsOf(member.user_id)).toBe(0);
  expect(await world.db.$count(apiKeys, eq(apiKeys.id, key_id))).toBe(0);
  expect(await entryOf(member.user_id)).toMatchObject({
    organizationId: organization.id,
    userId: admin,
    targetType: "member",
    before: { role: "Member" },
    after: { account: "deleted" },
  });
});

test("a member who also belongs to another organization is only removed here, and keeps the account", async () => {
  const member = await newcomer("Viewer");
  const { id: organizationId } = await createOrganization(world.db);
  await world.db.insert(memberships).values({ organizationId, userId: member.user_id, role: "Member" });
  const { key_id } = await createKey(contextOf(world.db, organization, member.user_id), { key_name: "Batch" });
  expect(await deleteMember(asOwner(), member)).toEqual({ outcome: "removed" });
  expect((await personOf(member.user_id)).email).toBe(member.email);
  expect(await membershipsOf(member.user_id)).toBe(1);
  const [key] = await world.db.select().from(apiKeys).where(eq(apiKeys.id, key_id));
  expect(key?.deletedAt).toBeInstanceOf(Date);
  expect(await entryOf(member.user_id)).toMatchObject({ before: { role: "Viewer" }, after: { account: "removed" } });
});

test("an Admin cannot delete an Owner, no one can delete themselves, and one Owner always remains", async () => {
  const admin = actingAs(await createUser(world.db, organization, "Admin"), "Admin");
  const { email } = await personOf(owner);
  await expect(deleteMember(admin, { user_id: owner, email })).rejects.toMatchObject({ kind: "forbidden" });
  await expect(deleteMember(asOwner(), { user_id: owner, email })).rejects.toMatchObject({
    detail: { fields: { user_id: ["This is your own account. Delete it in your profile."] } },
  });
  const second = await newcomer("Owner");
  const outcomes = await Promise.allSettled([
    deleteMember(asOwner(), second),
    deleteMember(actingAs(second.user_id, "Owner"), { user_id: owner, email }),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const isOwner = and(eq(memberships.organizationId, organization.id), eq(memberships.role, "Owner"));
  expect(await world.db.$count(memberships, isOwner)).toBe(1);
});

test("a wrong email, an API key, and a member of another organization are refused", async () => {
  const owners = await world.db
    .select()
    .from(memberships)
    .where(and(eq(memberships.organizationId, organization.id), eq(memberships.role, "Owner")));
  const context = actingAs(owners[0]?.userId ?? "", "Owner");
  const member = await newcomer();
  await expect(deleteMember(context, { ...member, email: "another@example.test" })).rejects.toMatchObject({
    detail: { fields: { email: ["This is not the email of their account."] } },
  });
  const byKey = { ...context, caller: { ...context.caller, apiKeyId: "a key" } };
  await expect(deleteMember(byKey, member)).rejects.toMatchObject({ detail: { code: "session_required" } });
  const stranger = await createUser(world.db, await createOrganization(world.db), "Member");
  await expect(deleteMember(context, { ...member, user_id: stranger })).rejects.toMatchObject({ kind: "notFound" });
  expect((await personOf(member.user_id)).email).toBe(member.email);
});
