// How often somebody may try passwords: from an address, on an account from there, and on an account from everywhere.
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { throttles, users } from "@/db/schema";
import { createOrganization, createUser, suiteDatabase } from "@/db/testing/factories";
import { checkCredentials } from "./credentials";

// Hundreds of attempts are made here; what a hash costs is another test's matter.
vi.mock("./password", () => ({ verifyPassword: async (entered: string, stored: string | null) => entered === stored }));

const password = "a long pass phrase";

const database = suiteDatabase();
let email: string;
beforeEach(async () => {
  await database.db.delete(throttles);
  const userId = await createUser(database.db, await createOrganization(database.db));
  email = `${userId}@example.test`;
  await database.db.update(users).set({ passwordHash: password }).where(eq(users.id, userId));
});

const attempt = (address: string, entered = "a wrong phrase") =>
  checkCredentials(database.db, { email, password: entered, address }).then(
    (user) => (user ? "in" : "wrong"),
    (error: { kind: string }) => error.kind,
  );
const count = (outcomes: string[], expected: string) => outcomes.filter((outcome) => outcome === expected).length;

test("one address gets ten attempts on an account, also all at once, and takes no more from the others", async () => {
  const outcomes = await Promise.all(Array.from({ length: 15 }, () => attempt("203.0.113.1")));
  expect([count(outcomes, "wrong"), count(outcomes, "rateLimited")]).toEqual([10, 5]);
  expect(await attempt("203.0.113.1", password)).toBe("rateLimited");
  expect(await attempt("203.0.113.2", password)).toBe("in");
});

test("many addresses together get a hundred attempts on an account, at the same moment or one by one", async () => {
  const addresses = Array.from({ length: 13 }, (_, network) => `203.0.113.${network}`);
  const outcomes: string[] = [];
  for (let round = 0; round < 8; round += 1)
    outcomes.push(...(await Promise.all(addresses.map((one) => attempt(one)))));
  expect([count(outcomes, "wrong"), count(outcomes, "rateLimited")]).toEqual([100, 4]);
  expect(await attempt("198.51.100.1", password)).toBe("rateLimited");
});

test("whoever knows the password uses no attempts up", async () => {
  for (let round = 0; round < 12; round += 1) expect(await attempt("203.0.113.1", password)).toBe("in");
  const rows = await database.db.select().from(throttles);
  expect(rows.map((row) => row.attempts)).toEqual([0, 0, 0]);
});
