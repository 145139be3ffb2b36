import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { identities, users } from "@/db/schema";
import { createOrganization, createUser, suiteDatabase } from "@/db/testing/factories";
import { userOfProvider } from "./identities";
import { hashPassword } from "./password";
import { hasVerifiedEmail } from "./providers";

const database = suiteDatabase();

beforeAll(() => {
  vi.stubEnv("ASSAY_SIGNUP", "open");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const account = (id: string, email: string) => ({ provider: "github", providerAccountId: id, email, name: "Ada" });

test("a first sign-in makes a user, later ones find it, whatever the email has become", async () => {
  const first = await Promise.all([1, 2, 3].map(() => userOfProvider(database.db, account("1", "ada@example.test"))));
  expect(new Set(first.map((user) => user.id)).size).toBe(1);
  const again = await userOfProvider(database.db, account("1", "new@example.test"));
  expect(again.id).toBe(first[0]?.id);
  const stored = await database.db.select().from(identities).where(eq(identities.userId, again.id));
  expect(stored).toHaveLength(1);
});

test("a user with the email is linked, and a password that nobody has vouched for ends", async () => {
  const userId = await createUser(database.db, await createOrganization(database.db));
  const passwordHash = await hashPassword("set by the first person");
  await database.db.update(users).set({ email: "Bea@example.test", passwordHash }).where(eq(users.id, userId));
  const user = await userOfProvider(database.db, account("2", "bea@Example.test"));
  expect(user).toMatchObject({ id: userId, passwordHash: null });
  // A password set after linking is the owner's own.
  await database.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
  expect(await userOfProvider(database.db, account("2", "bea@example.test"))).toMatchObject({ passwordHash });
});

test.each([
  [{ email: "a@example.test", email_verified: true }, true],
  [{ email: "a@example.test", email_verified: false }, false],
  [{ email: "a@example.test" }, false],
  [{ email: null, email_verified: true }, false],
  [undefined, false],
])("the provider must have verified the email: %o", (profile, expected) => {
  expect(hasVerifiedEmail(profile)).toBe(expected);
});
