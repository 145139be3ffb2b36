// Who may make an account, by ASSAY_SIGNUP: with a password, through a provider, with an invitation.
import { asc, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { invitations, organizations, users } from "@/db/schema";
import { createCaller, createOrganization, databaseOfEachTest } from "@/db/testing/factories";
import { foundOrganization } from "@/lib/auth/found-organization";
import { userOfProvider } from "@/lib/auth/identities";
import { whoMaySignUp } from "@/lib/auth/sign-up";
import type { PublicContext } from "@/lib/context";
import { acceptInvitation } from "./accept-invitation";
import { inviteMember } from "./invitations";
import { signUp } from "./sign-up";

const database = databaseOfEachTest();
afterEach(() => {
  vi.unstubAllEnvs();
});

const password = "a long pass phrase";
const visitor = (): PublicContext => ({
  db: database.db,
  now: () => new Date(),
  emit: async () => undefined,
  address: null,
});
const join = (email: string) => signUp(visitor(), { email, full_name: "Ada Moreno", password });
const byGitHub = (email: string) =>
  userOfProvider(
    database.db,
    { provider: "github", providerAccountId: email, email, name: "Ada" },
    { client: { userAgent: null, network: null }, projectKeys: async () => undefined },
  );
const closed = { kind: "forbidden", code: "sign_up_closed" };
const settings = ["invite", ""];

test.each(settings)(
  "with sign-up set to %j, the first person may sign up, and only one of several in parallel",
  async (setting) => {
    vi.stubEnv("ASSAY_SIGNUP", setting);
    expect(await whoMaySignUp(database.db)).toBe("open");
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((one) => join(`person${one}@example.test`)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(closed);
    expect(await database.db.$count(organizations)).toBe(1);
    expect(await whoMaySignUp(database.db)).toBe("invite");
  },
);

test.each(settings)(
  "with sign-up set to %j, others need an invitation, and the refusal says whom to ask",
  async (setting) => {
    vi.stubEnv("ASSAY_SIGNUP", setting);
    const owner = await createCaller(database.db, await createOrganization(database.db), "Owner");
    const refused = { ...closed, message: "Sign-up is by invitation. Ask an Owner or Admin." };
    await expect(join("stranger@example.test")).rejects.toMatchObject(refused);
    await expect(byGitHub("stranger@example.test")).rejects.toMatchObject(refused);
    const before = await database.db.$count(users);

    const { token } = await inviteMember(owner, { email: "guest@example.test", role: "Member" });
    // An address that nobody has verified proves no invitation: the link that was sent does.
    await expect(join("guest@example.test")).rejects.toMatchObject(refused);
    await acceptInvitation(visitor(), { token, full_name: "Guest", password });
    expect(await database.db.$count(users)).toBe(before + 1);
    expect(await byGitHub("guest@example.test")).toMatchObject({ email: "guest@example.test" });
  },
);

test("a provider signs up an invited person while the invitation is valid", async () => {
  vi.stubEnv("ASSAY_SIGNUP", "invite");
  const owner = await createCaller(database.db, await createOrganization(database.db), "Owner");
  for (const email of ["one@example.test", "two@example.test", "three@example.test", "four@example.test"])
    await inviteMember(owner, { email, role: "Member" });
  expect(await byGitHub("One@example.test")).toMatchObject({ email: "One@example.test" });
  const ended = { acceptedAt: new Date(), revokedAt: new Date(), expiresAt: new Date(0) };
  for (const [column, value] of Object.entries(ended)) {
    await database.db.update(invitations).set({ acceptedAt: null, revokedAt: null, [column]: value });
    await expect(byGitHub("two@example.test"), column).rejects.toMatchObject(closed);
  }
});

test("with sign-up set to mail domains, their addresses may sign up, with a password or a provider", async () => {
  vi.stubEnv("ASSAY_SIGNUP", "acme.test, beta.test");
  await expect(join("first@elsewhere.test")).rejects.toMatchObject(closed);
  await join("ada@acme.test");
  await byGitHub("bea@BETA.test");
  await expect(join("ada@acme.test.evil.test")).rejects.toMatchObject(closed);
  await expect(byGitHub("eve@elsewhere.test")).rejects.toMatchObject(closed);
});

test("organizations are dated by when they are created, not by when their transaction began", async () => {
  vi.stubEnv("ASSAY_SIGNUP", "open");
  const early = await database.db.transaction(async (tx) => {
    // From here on its clock is still.
    await tx.execute(sql`select now()`);
    const { organization_id, user_id } = await join("early@example.test");
    await foundOrganization(tx, { name: "Late", ownerId: user_id });
    return organization_id;
  });
  const [oldest] = await database.db.select().from(organizations).orderBy(asc(organizations.createdAt)).limit(1);
  expect(oldest?.id).toBe(early);
});
