// What somebody could grant ends with their right to grant it: invitations of people who were removed or given a lower role.
import { setTimeout as wait } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { invitations, memberships } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import type { Context, PublicContext } from "@/lib/context";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { acceptInvitation, joinOrganization, previewInvitation } from "./accept-invitation";
import { inviteMember } from "./invitations";
import { changeMemberRole, removeMember } from "./members";

vi.mock("@/lib/gateway-admin/projection", () => ({ projectPlatformKey: async () => undefined }));

const ROUNDS = 24;

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
beforeEach(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const visitor = (): PublicContext => ({
  db: database.db,
  now: () => new Date(),
  emit: async () => undefined,
  address: null,
});
const newEmail = () => `${crypto.randomUUID()}@example.test`;
const admin = () => createCaller(database.db, organization, "Admin");
const invite = (by: Context, role: OrganizationRole = "Admin", email = newEmail()) => inviteMember(by, { email, role });
const accept = (token: string) =>
  acceptInvitation(visitor(), { token, full_name: "Eve", password: "lantern over the harbour" });
const remove = (member: Context) => removeMember(owner, { user_id: member.caller.userId });
const demote = (member: Context, role: OrganizationRole) =>
  changeMemberRole(owner, { user_id: member.caller.userId, role });
const openInvitations = () =>
  database.db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, organization.id),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    );
const revoked = { detail: { code: "invitation_revoked" } };

test("a removed admin cannot come back through invitations that they sent", async () => {
  const leaver = await admin();
  const sent = [await invite(leaver), await invite(leaver, "Viewer")];
  const colleagues = await invite(await admin());
  const removal = await remove(leaver);
  expect(removal.revoked_invitations).toEqual(sent.map(({ invitation }) => invitation.email).toSorted());
  for (const { token } of sent) await expect(accept(token)).rejects.toMatchObject(revoked);
  expect(await accept(colleagues.token)).toMatchObject({ role: "Admin" });
});

test("a lower role revokes only the invitations that its holder may no longer send", async () => {
  const second = await createCaller(database.db, organization, "Owner");
  const toOwner = await invite(second, "Owner");
  const toAdmin = await invite(second, "Admin");
  expect((await demote(second, "Admin")).revoked_invitations).toEqual([toOwner.invitation.email]);
  await expect(accept(toOwner.token)).rejects.toMatchObject(revoked);
  expect((await demote(second, "Member")).revoked_invitations).toEqual([toAdmin.invitation.email]);
  await expect(accept(toAdmin.token)).rejects.toMatchObject(revoked);
  expect((await demote(second, "Owner")).revoked_invitations).toEqual([]);
  await expect(accept(toAdmin.token)).rejects.toMatchObject(revoked);
});

test("an invitation is refused if its sender may no longer grant the role, even without being revoked", async () => {
  const leaver = await admin();
  const email = newEmail();
  const { token } = await invite(leaver, "Admin", email);
  const of = eq(memberships.userId, leaver.caller.userId);
  await database.db.update(memberships).set({ role: "Member" }).where(of);
  const invited = await createCaller(database.db, await createOrganization(database.db));
  const attempts = [
    () => accept(token),
    () => previewInvitation(visitor(), { token }),
    () => joinOrganization(invited, { token }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(revoked);
});

test("an invitation accepted during its sender's removal is accepted first, or refused and listed as revoked", async () => {
  const elsewhere = await createOrganization(database.db);
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await admin();
    const invited = await createCaller(database.db, elsewhere);
    const email = `${invited.caller.userId}@example.test`;
    const { token } = await invite(leaver, "Admin", email);
    const [removal, joined] = await Promise.allSettled([
      wait(round % 6).then(() => remove(leaver)),
      joinOrganization(invited, { token }),
    ]);
    if (removal.status === "rejected") throw removal.reason;
    if (joined.status === "rejected") expect(joined.reason).toMatchObject(revoked);
    expect(removal.value.revoked_invitations).toEqual(joined.status === "fulfilled" ? [] : [email]);
  }
});

test("no invitation stays open that was sent while its sender was removed or demoted", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaver = await admin();
    const end = round % 2 === 0 ? remove(leaver) : demote(leaver, "Member");
    await Promise.allSettled([invite(leaver), end, invite(leaver), invite(leaver)]);
    expect(await openInvitations()).toEqual([]);
  }
});
