// What the audit logs of a person's organizations say about sign-ins.
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditEntries, memberships, signInDelays, users } from "@/db/schema";
import { createOrganization, createUser, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { signInWith } from "./credentials";
import { hashPassword } from "./password";
import { beginSession } from "./user-sessions";

const password = "a long pass phrase";
const database = suiteDatabase();
let home: TestOrganization;
let other: TestOrganization;
let userId: string;
beforeEach(async () => {
  [home, other] = [await createOrganization(database.db), await createOrganization(database.db)];
  userId = await createUser(database.db, home);
  await database.db.insert(memberships).values({ organizationId: other.id, userId, role: "Viewer" });
  await database.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, userId));
});

const client = { userAgent: "a browser", network: "192.0.2.1" };
const entriesOf = ({ id }: TestOrganization) =>
  database.db.select().from(auditEntries).where(eq(auditEntries.organizationId, id));
const attempt = (entered: string, email = `${userId}@example.test`) =>
  signInWith(database.db, { email, password: entered, code: null, address: null });
async function signedIn() {
  const person = await attempt(password);
  if (!person) throw new Error("the password is wrong");
  return person;
}

test("a sign-in is logged in each organization with its method, address and client", async () => {
  await beginSession(database.db, await signedIn(), client);
  for (const organization of [home, other])
    expect(await entriesOf(organization)).toMatchObject([
      {
        ...{ action: "signIn", actor: "person", userId, targetType: "sign_in", targetId: userId },
        ...{ address: "192.0.2.1", userAgent: "a browser", after: { method: "password" } },
      },
    ]);
});

test("a company sign-in is logged only in that organization", async () => {
  const { user } = await signedIn();
  await beginSession(database.db, { user, method: "company", organizationId: other.id }, client);
  expect(await entriesOf(home)).toEqual([]);
  expect(await entriesOf(other)).toMatchObject([{ after: { method: "company" } }]);
});

test("ten failures in a row make one entry, and further ones add none", async () => {
  for (let time = 0; time < 9; time += 1) await attempt("a wrong phrase");
  expect(await entriesOf(home)).toEqual([]);
  await attempt("a wrong phrase");
  const refused = { action: "signInRefused", userId: null, targetId: userId, after: { failures: 10 } };
  expect(await entriesOf(home)).toMatchObject([refused]);
  for (let time = 0; time < 3; time += 1) {
    await database.db.update(signInDelays).set({ nextAt: new Date(0) });
    await attempt("a wrong phrase").catch(() => null);
  }
  expect(await entriesOf(home)).toHaveLength(1);
  expect(await entriesOf(other)).toMatchObject([refused]);
});

test("the right password at the tenth attempt is not logged as a failure", async () => {
  for (let time = 0; time < 9; time += 1) await attempt("a wrong phrase");
  await attempt(password);
  expect(await entriesOf(home)).toEqual([]);
});

test("failures for an email without an account leave no entry", async () => {
  const before = await database.db.$count(auditEntries);
  for (let time = 0; time < 10; time += 1) await attempt("a wrong phrase", "nobody@example.test");
  expect(await database.db.$count(auditEntries)).toBe(before);
});
