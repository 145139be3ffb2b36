import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { userSessions, users } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { beginSession } from "@/lib/auth/user-sessions";
import type { Context } from "@/lib/context";
import { endMemberSessions } from "./user-sessions";

const database = suiteDatabase();
let home: TestOrganization;
let other: TestOrganization;
beforeEach(async () => {
  [home, other] = [await createOrganization(database.db), await createOrganization(database.db)];
});

/** A session with a password, and one with the company of each organization. */
async function signIn({ caller }: Context): Promise<void> {
  const [user] = await database.db.select().from(users).where(eq(users.id, caller.userId));
  if (!user) throw new Error("there is no user");
  const client = { userAgent: null, network: null };
  await beginSession(database.db, { user, method: "password" }, client);
  for (const { id } of [home, other])
    await beginSession(database.db, { user, method: "company", organizationId: id }, client);
}
const companiesOf = async ({ caller }: Context) =>
  (await database.db.select().from(userSessions).where(eq(userSessions.userId, caller.userId))).map(
    ({ organizationId }) => organizationId,
  );

test("an administrator ends only those sessions of a member that reach the organization", async () => {
  const admin = await createCaller(database.db, home, "Admin");
  const member = await createCaller(database.db, home);
  const bystander = await createCaller(database.db, home);
  await signIn(member);
  await signIn(bystander);
  expect(await endMemberSessions(admin, { user_id: member.caller.userId })).toEqual({ ended: 2 });
  expect(await companiesOf(member)).toEqual([other.id]);
  expect(await companiesOf(bystander)).toHaveLength(3);
});

test("an Admin cannot end the sessions of an Owner or of people in other organizations", async () => {
  const admin = await createCaller(database.db, home, "Admin");
  const owner = await createCaller(database.db, home, "Owner");
  const stranger = await createCaller(database.db, other);
  await signIn(owner);
  await expect(endMemberSessions(admin, { user_id: owner.caller.userId })).rejects.toMatchObject({ kind: "forbidden" });
  await expect(endMemberSessions(admin, { user_id: stranger.caller.userId })).rejects.toMatchObject({
    kind: "notFound",
  });
  expect(await companiesOf(owner)).toHaveLength(3);
});
