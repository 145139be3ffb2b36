import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditEntries, webhookDeliveries, webhooks } from "@/db/schema";
import { contextOf, createCaller, createOrganization, createUser, suiteDatabase } from "@/db/testing/factories";
import { changeMemberRole, removeMember } from "@/lib/accounts/members";
import { updateOrganization } from "@/lib/accounts/organizations";
import { recordAct } from "@/lib/audit/record";
import type { Act, Context } from "@/lib/context";
import type { FileOutput } from "@/lib/http/respond";
import { inTransaction } from "@/lib/transaction";
import { exportAuditLog, listAuditEntries } from "./entries";

const database = suiteDatabase();
let owner: Context;
let organization: Awaited<ReturnType<typeof createOrganization>>;
beforeEach(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const acting = (context: Context, action: string): Context & { act: Act } => ({
  ...context,
  address: "192.0.2.1",
  act: { action, userAgent: "a browser", isRecorded: false },
});
const entries = async (filters = {}) => (await listAuditEntries(owner, { limit: 50, ...filters })).entries;

test("an act is recorded with its person, address, and the state before and after", async () => {
  const member = await createUser(database.db, organization, "Member", "Grace Example");
  const context = acting(owner, "changeMemberRole");
  await changeMemberRole(context, { user_id: member, role: "Admin" });
  expect(context.act.isRecorded).toBe(true);
  expect(await entries()).toEqual([
    expect.objectContaining({
      action: "changeMemberRole",
      actor: "person",
      user_id: owner.caller.userId,
      address: "192.0.2.1",
      user_agent: "a browser",
      target_type: "member",
      target_id: member,
      target_name: "Grace Example",
      before: { role: "Member" },
      after: { role: "Admin" },
    }),
  ]);
});

test("a long name is cut without half a sign, which the database would refuse", async () => {
  const targetName = `${"x".repeat(254)}😀`;
  const after = { name: `${"x".repeat(499)}😀y` };
  await recordAct(acting(owner, "updateOrganization"), { targetId: `${"x".repeat(254)}😀`, targetName, after });
  expect(await entries()).toMatchObject([
    { target_id: `${"x".repeat(254)}\ufffd`, after: { name: `${"x".repeat(499)}\ufffd…` } },
  ]);
});

test("a change of nothing shows nothing as changed", async () => {
  await updateOrganization(acting(owner, "updateOrganization"), {});
  const written = await entries();
  expect(written.map(({ action, before, after }) => [action, before, after])).toEqual([["updateOrganization", {}, {}]]);
});

test("a refused act leaves no entry, because the entry is written in the act's transaction", async () => {
  const context = acting(owner, "changeMemberRole");
  const last = { user_id: owner.caller.userId, role: "Member" as const };
  await expect(changeMemberRole(context, last)).rejects.toThrow("needs an Owner");
  const failing = inTransaction(acting(owner, "updateOrganization"), async (inner) => {
    await updateOrganization(inner, { name: "Other" });
    throw new Error("later");
  });
  await expect(failing).rejects.toThrow("later");
  expect(await entries()).toEqual([]);
});

test("the database refuses to change or delete entries, except in an erasure", async () => {
  await updateOrganization(acting(owner, "updateOrganization"), { name: "New name" });
  const own = eq(auditEntries.organizationId, organization.id);
  await expect(database.db.update(auditEntries).set({ action: "other" }).where(own)).rejects.toThrow();
  await expect(database.db.delete(auditEntries).where(own)).rejects.toThrow();
  await expect(database.db.execute(sql`truncate audit_entries`)).rejects.toThrow();
  expect(await entries()).toHaveLength(1);
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local assay.audit_erasure = 'on'`);
    await tx.delete(auditEntries).where(own);
  });
  expect(await entries()).toEqual([]);
});

test("lists filter by time, person, action and target, in pages, and only within the organization", async () => {
  const people = await Promise.all(
    ["a", "b", "c"].map((name) => createUser(database.db, organization, "Member", name)),
  );
  const admin = contextOf(database.db, organization, await createUser(database.db, organization, "Admin"), "Admin");
  for (const user_id of people) await changeMemberRole(acting(owner, "changeMemberRole"), { user_id, role: "Viewer" });
  await removeMember(acting(admin, "removeMember"), { user_id: people[0] ?? "" });
  expect((await entries()).map(({ action }) => action)).toEqual(["removeMember", ...Array(3).fill("changeMemberRole")]);
  expect(await entries({ action: "removeMember" })).toHaveLength(1);
  expect(await entries({ user_id: admin.caller.userId })).toHaveLength(1);
  expect(await entries({ target_id: people[0] })).toHaveLength(2);
  expect(await entries({ target_type: "webhook" })).toEqual([]);
  expect(await entries({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  expect(await entries({ to: new Date(Date.now() + 60_000).toISOString() })).toHaveLength(4);
  const first = await listAuditEntries(owner, { limit: 3 });
  expect(first.has_more).toBe(true);
  const rest = await listAuditEntries(owner, { limit: 3, after: first.entries.at(-1)?.id });
  expect([rest.entries.length, rest.has_more]).toEqual([1, false]);
  const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  expect((await listAuditEntries(stranger, { limit: 50 })).entries).toEqual([]);
  await expect(listAuditEntries(stranger, { limit: 1, after: first.entries[0]?.id })).rejects.toThrow("no such entry");
});

test("downloads contain every entry, as CSV and as JSON Lines", async () => {
  for (let index = 0; index < 501; index += 1)
    await recordAct(acting(owner, "updateOrganization"), { targetId: randomUUID(), targetName: `=${index}` });
  const textOf = async (format: "csv" | "jsonl") =>
    // Safe: the verb answers with a file.
    new Response(((await exportAuditLog(owner, { format })) as FileOutput).content).text();
  const csv = (await textOf("csv")).trimEnd().split("\r\n");
  expect(csv).toHaveLength(502);
  expect(csv[1]).toContain("'=500");
  const lines = (await textOf("jsonl")).trimEnd().split("\n");
  expect(lines).toHaveLength(501);
  expect(JSON.parse(lines[500] ?? "")).toMatchObject({ target_name: "=0", action: "updateOrganization" });
});

test("an entry is delivered once to each webhook that subscribes to it", async () => {
  const hook = {
    organizationId: organization.id,
    url: "https://example.com/",
    format: "standard",
    secret: "",
  } as const;
  await database.db.insert(webhooks).values([
    { ...hook, events: ["audit.recorded"] },
    { ...hook, events: ["export.ready"] },
  ]);
  await updateOrganization(acting(owner, "updateOrganization"), { name: "New name" });
  const [delivery, ...others] = await database.db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.organizationId, organization.id)));
  expect(others).toEqual([]);
  expect(delivery).toMatchObject({
    event: "audit.recorded",
    data: { action: "updateOrganization", after: { name: "New name" } },
  });
});
