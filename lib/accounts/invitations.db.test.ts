import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditEntries, invitations, memberships, secondFactors, signInDelays, users } from "@/db/schema";
import {
  contextOf,
  createCaller,
  createOrganization,
  createUser,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { checkCredentials, signInWith, userByEmail } from "@/lib/auth/credentials";
import { sha256 } from "@/lib/auth/hash";
import { hashPassword } from "@/lib/auth/password";
import type { Context, PublicContext } from "@/lib/context";
import { acceptInvitation, joinOrganization, previewInvitation } from "./accept-invitation";
import { inviteMember, listInvitations, revokeInvitation } from "./invitations";

const DAY_MS = 24 * 3600 * 1000;
const password = "a long pass phrase";

const database = suiteDatabase();
let organization: TestOrganization;
let admin: Context;
let email: string;
beforeEach(async () => {
  organization = await createOrganization(database.db, "Harbour");
  admin = await createCaller(database.db, organization, "Admin");
  email = `Grace.${organization.id}@example.test`;
});

const visitor = (at = new Date(), address: string | null = null): PublicContext => ({
  db: database.db,
  now: () => at,
  emit: async () => undefined,
  address,
});
const invite = (role: "Owner" | "Admin" | "Member" | "Viewer" = "Member") => inviteMember(admin, { email, role });
const accept = (token: string, more: object = { full_name: "Grace", password }) =>
  acceptInvitation(visitor(), { token, ...more });
const membersOf = (organizationId: string) =>
  database.db.select().from(memberships).where(eq(memberships.organizationId, organizationId));

test("a new person who accepts has a user, a membership, a role, and a working password", async () => {
  const { token, link, invitation } = await invite("Viewer");
  expect(link).toBe(`/invitations/accept?token=${token}`);
  expect(invitation).toMatchObject({ email, role: "Viewer", is_expired: false });
  expect(await previewInvitation(visitor(), { token })).toMatchObject({
    organization_name: "Harbour",
    email,
    has_account: false,
  });
  const accepted = await accept(token);
  expect(accepted).toMatchObject({ organization_id: organization.id, email, role: "Viewer" });
  expect(await checkCredentials(database.db, { email, password, address: null })).toMatchObject({
    id: accepted.user_id,
    lastOrganizationId: organization.id,
  });
});

test("tokens are only stored as hashes", async () => {
  const { token } = await invite();
  expect(JSON.stringify(await database.db.select().from(invitations))).not.toContain(token);
});

test.each([
  [{ full_name: "Grace" }, "password"],
  [{ password }, "full_name"],
  [{ full_name: "Grace", password: "too short" }, "password"],
  [{ full_name: "Grace Okafor", password: "grace.okafor" }, "password"],
])("a new person needs a name and a password: %o", async (more, field) => {
  const { token } = await invite();
  await expect(accept(token, more)).rejects.toMatchObject({ detail: { fields: { [field]: [expect.any(String)] } } });
});

test("an invitation works once, even for parallel requests", async () => {
  const { token } = await invite();
  const outcomes = await Promise.allSettled([accept(token), accept(token), accept(token)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(accept(token)).rejects.toMatchObject({ detail: { code: "invitation_used" } });
  expect(await membersOf(organization.id)).toHaveLength(2);
});

test("an invitation expires after seven days, and then cannot be used or viewed", async () => {
  const { token } = await invite();
  const justBefore = new Date(Date.now() + 7 * DAY_MS - 60_000);
  const justAfter = new Date(Date.now() + 7 * DAY_MS + 60_000);
  await previewInvitation(visitor(justBefore), { token });
  const expired = { detail: { code: "invitation_expired" } };
  await expect(previewInvitation(visitor(justAfter), { token })).rejects.toMatchObject(expired);
  const late = acceptInvitation(visitor(justAfter), { token, full_name: "Grace", password });
  await expect(late).rejects.toMatchObject(expired);
  expect(await userByEmail(database.db, email)).toBeUndefined();
});

test("a second invitation to the same email replaces the first, in any case and in parallel", async () => {
  const first = await invite();
  await Promise.all([1, 2, 3].map(() => inviteMember(admin, { email: email.toUpperCase(), role: "Admin" })));
  const last = await invite("Admin");
  await expect(accept(first.token)).rejects.toMatchObject({ detail: { code: "invitation_revoked" } });
  const { results } = await listInvitations(admin, { page: 1 });
  expect(results.map(({ id, role }) => [id, role])).toEqual([[last.invitation.id, "Admin"]]);
  await accept(last.token);
  expect((await listInvitations(admin, { page: 1 })).count).toBe(0);
});

test("a revoked invitation cannot be used, and another organization cannot revoke it", async () => {
  const { token, invitation } = await invite();
  const input = { invitation_id: invitation.id };
  const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  await expect(revokeInvitation(stranger, input)).rejects.toMatchObject({ kind: "notFound" });
  await revokeInvitation(admin, input);
  await expect(accept(token)).rejects.toMatchObject({ detail: { code: "invitation_revoked" } });
  await expect(revokeInvitation(admin, input)).rejects.toMatchObject({ kind: "notFound" });
});

test("only an Owner invites an Owner, members cannot be invited again, and unknown tokens are not found", async () => {
  await expect(invite("Owner")).rejects.toMatchObject({ kind: "forbidden" });
  await accept((await invite()).token);
  await expect(invite()).rejects.toMatchObject({ detail: { fields: { email: [expect.any(String)] } } });
  await expect(accept("assay_invitation_guess")).rejects.toMatchObject({ kind: "notFound" });
});

test("an existing user accepts with their own password", async () => {
  const userId = await createUser(database.db, await createOrganization(database.db));
  const passwordHash = await hashPassword(password);
  await database.db.update(users).set({ email, passwordHash }).where(eq(users.id, userId));
  const { token } = await invite();
  expect(await previewInvitation(visitor(), { token })).toMatchObject({ has_account: true });
  for (const wrong of [{}, { password: "another pass phrase", full_name: "Eve" }]) {
    await expect(accept(token, wrong)).rejects.toMatchObject({
      detail: { fields: { password: [expect.any(String)] } },
    });
  }
  expect(await accept(token, { password })).toMatchObject({ user_id: userId });
});

test("accepting with the password clears failed sign-ins only for users without a second factor", async () => {
  const userId = await createUser(database.db, await createOrganization(database.db));
  const passwordHash = await hashPassword(password);
  await database.db.update(users).set({ email, passwordHash }).where(eq(users.id, userId));
  const failures = async () => {
    const key = sha256(`sign-in\n${email.toLowerCase()}`);
    const [row] = await database.db.select().from(signInDelays).where(eq(signInDelays.key, key));
    return row?.failures ?? 0;
  };
  await database.db.insert(secondFactors).values({ userId, secret: "sealed", lastStep: 0, confirmedAt: new Date() });
  const guess = { email, password, address: null, code: "no-such-code" };
  for (let time = 0; time < 3; time += 1) await expect(signInWith(database.db, guess)).rejects.toThrow("code");
  expect(await failures()).toBe(3);
  await accept((await invite()).token, { password });
  expect(await failures()).toBe(3);
  const elsewhere = await createCaller(database.db, await createOrganization(database.db), "Admin");
  await database.db.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await accept((await inviteMember(elsewhere, { email, role: "Member" })).token, { password });
  expect(await failures()).toBe(0);
});

test("users without a password join while signed in, and only with their own invitation", async () => {
  const home = await createOrganization(database.db);
  const userId = await createUser(database.db, home);
  await database.db
    .update(users)
    .set({ email: sql`${email.toLowerCase()}` })
    .where(eq(users.id, userId));
  const { token } = await invite("Admin");
  await expect(accept(token, { password })).rejects.toThrow("Sign in first");
  const other = await createCaller(database.db, home);
  await expect(joinOrganization(other, { token })).rejects.toMatchObject({ detail: { code: "other_invitee" } });
  const joined = await joinOrganization(contextOf(database.db, home, userId), { token });
  expect(joined).toMatchObject({ user_id: userId, organization_id: organization.id, role: "Admin" });
});

test("an API key moves nobody into another organization", async () => {
  const home = await createOrganization(database.db);
  const userId = await createUser(database.db, home);
  await database.db.update(users).set({ email: email.toLowerCase() }).where(eq(users.id, userId));
  const { token } = await invite();
  const person = contextOf(database.db, home, userId);
  const withKey = { ...person, caller: { ...person.caller, apiKeyId: crypto.randomUUID() } };
  await expect(joinOrganization(withKey, { token })).rejects.toMatchObject({ detail: { code: "session_required" } });
  expect(await joinOrganization(person, { token })).toMatchObject({ organization_id: organization.id });
});

test("accepting as somebody who is a member already answers and records the role that they have", async () => {
  const { token } = await invite("Admin");
  const userId = await createUser(database.db, organization, "Viewer");
  await database.db.update(users).set({ email: email.toLowerCase() }).where(eq(users.id, userId));
  const act = { action: "joinOrganization", userAgent: null, isRecorded: false };
  const joined = await joinOrganization({ ...contextOf(database.db, organization, userId, "Viewer"), act }, { token });
  expect(joined).toMatchObject({ user_id: userId, role: "Viewer" });
  expect(await membersOf(organization.id)).toContainEqual(expect.objectContaining({ userId, role: "Viewer" }));
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, userId));
  expect(entries).toMatchObject([{ action: "joinOrganization", after: { role: "Viewer" } }]);
});

test("guesses of tokens are limited per address; valid tokens do not count, and still work from there", async () => {
  const office = visitor(new Date(), "203.0.113.7");
  const sent = await Promise.all([1, 2, 3].map((n) => inviteMember(admin, { email: `${n}.${email}`, role: "Member" })));
  const guess = (context: PublicContext) => previewInvitation(context, { token: "assay_invitation_guess" });
  const guesses = await Promise.allSettled(Array.from({ length: 70 }, () => guess(office)));
  const kinds = guesses.map((outcome) => outcome.status === "rejected" && outcome.reason.kind);
  expect(kinds.filter((kind) => kind === "notFound")).toHaveLength(60);
  expect(kinds.filter((kind) => kind === "rateLimited")).toHaveLength(10);
  for (const { token } of sent) {
    await previewInvitation(office, { token });
    expect(await acceptInvitation(office, { token, full_name: "Grace", password })).toMatchObject({ role: "Member" });
    await expect(previewInvitation(office, { token })).rejects.toMatchObject({ detail: { code: "invitation_used" } });
  }
  await expect(guess(office)).rejects.toMatchObject({ kind: "rateLimited" });
  await expect(guess(visitor(new Date(), "203.0.113.8"))).rejects.toMatchObject({ kind: "notFound" });
});
