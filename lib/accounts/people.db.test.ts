import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { apiKeys, memberships, organizations, throttles, users, workspaces } from "@/db/schema";
import { contextOf, createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { checkCredentials } from "@/lib/auth/credentials";
import type { Context, PublicContext } from "@/lib/context";
import { signUp as contract } from "@/lib/contracts/accounts/people";
import { getAccountLosses } from "./erasure/delete-account";
import { listOrganizations, switchOrganization, updateOrganization } from "./organizations";
import { changePassword, getUserInfo, updateProfile } from "./people";
import { signUp } from "./sign-up";

const password = "a long pass phrase";
const database = suiteDatabase();

beforeAll(() => {
  vi.stubEnv("ASSAY_SIGNUP", "open");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const visitor = (address: string | null = null): PublicContext => ({
  db: database.db,
  now: () => new Date(),
  emit: async () => undefined,
  address,
});
const join = (email: string, more: object = {}, address: string | null = null) =>
  signUp(visitor(address), { email, full_name: "Ada Moreno", password, ...more });

test("signing up makes a user, an organization, its default workspace and an Owner", async () => {
  const made = await join("ada@example.test", { company_name: "Harbour" });
  const [user] = await database.db.select().from(users).where(eq(users.id, made.user_id));
  expect(user).toMatchObject({ email: "ada@example.test", name: "Ada Moreno" });
  expect(user?.passwordHash).not.toContain(password);
  const of = eq(organizations.id, made.organization_id);
  expect(await database.db.select().from(organizations).where(of)).toMatchObject([{ name: "Harbour" }]);
  const inIt = eq(memberships.organizationId, made.organization_id);
  expect(await database.db.select().from(memberships).where(inIt)).toMatchObject([{ userId: user?.id, role: "Owner" }]);
  const spaces = eq(workspaces.organizationId, made.organization_id);
  const [workspace, ...others] = await database.db.select().from(workspaces).where(spaces);
  expect([workspace?.isDefault, others]).toEqual([true, []]);

  const organization = { id: made.organization_id, workspaceId: workspace?.id ?? "" };
  const context = contextOf(database.db, organization, made.user_id, "Owner");
  expect(await getUserInfo(context, {})).toMatchObject({
    email: "ada@example.test",
    organization_role: "Owner",
    organization: { id: made.organization_id, name: "Harbour" },
    org_level: 15,
  });
});

test("only one of parallel sign-ups with an email succeeds, ignoring case, and the others leave no organization behind", async () => {
  const count = () => database.db.$count(organizations);
  const before = await count();
  const outcomes = await Promise.allSettled(
    ["bea@example.test", "Bea@Example.test", "BEA@example.test"].map((email) => join(email)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason.detail.fields).toHaveProperty("email");
  }
  expect(await count()).toBe(before + 1);
});

test.each([
  ["a short password", { password: "123456789" }],
  ["a long password", { password: "x".repeat(201) }],
  ["no email", { email: "ada" }],
  ["a blank name", { full_name: "  " }],
])("%s is refused", (_, wrong) => {
  const body = { email: "ada@example.test", full_name: "Ada", password, ...wrong };
  expect(contract.body.safeParse(body).success).toBe(false);
});

test("an easily guessed password is refused at sign-up and later", async () => {
  const easy = ["aaaaaaaaaa", " ".repeat(10), "dora@example.test", "Ada Moreno", "Harbour Analytics", "password123"];
  for (const attempt of easy) {
    const signsUp = join("dora@example.test", { company_name: "Harbour Analytics", password: attempt });
    await expect(signsUp, attempt).rejects.toMatchObject({ detail: { fields: { password: [expect.any(String)] } } });
  }
  const { user_id, organization_id } = await join("dora@example.test", { company_name: "Harbour Analytics" });
  const [workspace] = await database.db.select().from(workspaces).where(eq(workspaces.organizationId, organization_id));
  const context = contextOf(database.db, { id: organization_id, workspaceId: workspace?.id ?? "" }, user_id, "Owner");
  for (const attempt of easy) {
    const changes = changePassword(context, { current_password: password, new_password: attempt });
    const refusal = { detail: { fields: { new_password: [expect.stringMatching("Use a few unrelated words")] } } };
    await expect(changes, attempt).rejects.toMatchObject(refusal);
  }
});

test("sign-ups are limited per address", async () => {
  const address = "203.0.113.7";
  await join("first@example.test", {}, address);
  await database.db.update(throttles).set({ attempts: 20 });
  await expect(join("second@example.test", {}, address)).rejects.toMatchObject({ kind: "rateLimited" });
  await join("third@example.test", {}, "203.0.113.8");
});

test("changing the password needs the current one", async () => {
  const { user_id, organization_id } = await join("carol@example.test");
  const [workspace] = await database.db.select().from(workspaces).where(eq(workspaces.organizationId, organization_id));
  const context = contextOf(database.db, { id: organization_id, workspaceId: workspace?.id ?? "" }, user_id, "Owner");
  const signsIn = async (attempt: string) =>
    (await checkCredentials(database.db, { email: "carol@example.test", password: attempt, address: null })) !== null;
  const wrong = changePassword(context, { current_password: "guess", new_password: "another pass phrase" });
  await expect(wrong).rejects.toMatchObject({ detail: { fields: { current_password: [expect.any(String)] } } });
  expect(await signsIn(password)).toBe(true);
  const asKey = { ...context, caller: { ...context.caller, apiKeyId: user_id } };
  const known = { current_password: password, new_password: "another pass phrase" };
  await expect(changePassword(asKey, known)).rejects.toMatchObject({ kind: "forbidden" });
  await changePassword(context, { current_password: password, new_password: "another pass phrase" });
  expect([await signsIn(password), await signsIn("another pass phrase")]).toEqual([false, true]);
});

test("a session of the company neither renames a shared account nor learns of its other organizations", async () => {
  const home = await createOrganization(database.db, "Home");
  const person = await createCaller(database.db, home, "Owner");
  const { userId } = person.caller;
  const company: Context = { ...person, caller: { ...person.caller, isCompanySession: true } };
  expect(await updateProfile(company, { full_name: "Ada at home" })).toMatchObject({ name: "Ada at home" });
  const other = await createOrganization(database.db, "Secret venture");
  await database.db.insert(memberships).values({ organizationId: other.id, userId, role: "Owner" });
  const key = { name: "Elsewhere", keyHint: "a", secretHint: "b", keyHash: userId, secretHash: `${userId} 2` };
  await database.db
    .insert(apiKeys)
    .values({ ...key, organizationId: other.id, workspaceId: other.workspaceId, userId });
  await expect(updateProfile(company, { full_name: "Mallory" })).rejects.toMatchObject({
    detail: { code: "company_session" },
  });
  const own = [{ id: home.id, name: "Home" }];
  expect(await getAccountLosses(company, {})).toMatchObject({ organizations: 1, api_keys: 0, last_owner_of: own });
  const all = [...own, { id: other.id, name: "Secret venture" }];
  expect(await getAccountLosses(person, {})).toMatchObject({ organizations: 2, api_keys: 1, last_owner_of: all });
});

test("names change, organizations are listed, switched and renamed, and other people's organizations do not exist", async () => {
  const home = await createOrganization(database.db, "Home");
  const context = await createCaller(database.db, home, "Owner");
  const guest = await createOrganization(database.db, "Guest");
  const { userId } = context.caller;
  await database.db.insert(memberships).values({ organizationId: guest.id, userId, role: "Viewer" });
  expect(await updateProfile(context, { full_name: "Ada L." })).toMatchObject({ name: "Ada L." });
  expect((await listOrganizations(context, {})).organizations).toMatchObject([
    { name: "Guest", role: "Viewer", is_current: false },
    { name: "Home", role: "Owner", is_current: true },
  ]);
  await switchOrganization(context, { organization_id: guest.id.toUpperCase() });
  const [user] = await database.db.select().from(users).where(eq(users.id, userId));
  expect(user?.lastOrganizationId).toBe(guest.id);
  expect(await updateOrganization(context, { name: "New home" })).toMatchObject({ id: home.id, name: "New home" });
  const stranger = await createOrganization(database.db);
  await expect(switchOrganization(context, { organization_id: stranger.id })).rejects.toMatchObject({
    kind: "notFound",
  });
});
