// How often somebody may try passwords: from an address, on an account from there, and on an account from everywhere.
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { signInDelays, throttles, users } from "@/db/schema";
import { createOrganization, createUser, suiteDatabase } from "@/db/testing/factories";
import { checkCredentials, forgetFailures } from "./credentials";

// Hundreds of attempts are made here; what a hash costs is another test's matter.
vi.mock("./password", () => ({ verifyPassword: async (entered: string, stored: string | null) => entered === stored }));

const password = "a long pass phrase";

const database = suiteDatabase();
let email: string;
beforeEach(async () => {
  await database.db.delete(throttles);
  await database.db.delete(signInDelays);
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

test("one address gets ten attempts on an account, and uses up none of the others'", async () => {
  const outcomes = await Promise.all(Array.from({ length: 15 }, () => attempt("203.0.113.1")));
  expect([count(outcomes, "wrong"), count(outcomes, "rateLimited")]).toEqual([10, 5]);
  expect(await attempt("203.0.113.1", password)).toBe("rateLimited");
  expect(await attempt("203.0.113.2", password)).toBe("in");
});

const waitIsOver = () => database.db.update(signInDelays).set({ nextAt: sql`now()` });
const waitOf = async () => {
  const [row] = await database.db.execute<{ seconds: number }>(sql`
    select round(extract(epoch from next_at - now()))::int as seconds from sign_in_delays`);
  return row?.seconds;
};

test("after ten failures of an account, one attempt passes at a time, from any address", async () => {
  const addresses = Array.from({ length: 40 }, (_, network) => `203.0.113.${network}`);
  const free = await Promise.all(addresses.map((one) => attempt(one)));
  expect([count(free, "wrong"), count(free, "rateLimited")]).toEqual([11, 29]);
  expect(await attempt("198.51.100.1", password)).toBe("rateLimited");
  await waitIsOver();
  const next = await Promise.all(addresses.map((one) => attempt(one)));
  expect([count(next, "wrong"), count(next, "rateLimited")]).toEqual([1, 39]);
});

test("each failure doubles the wait up to 15 minutes, and attempts meanwhile do not extend it", async () => {
  const waits: (number | undefined)[] = [];
  for (let network = 0; network < 22; network += 1) {
    await waitIsOver();
    await attempt(`203.0.113.${network}`);
    if (network >= 10) expect(await attempt("198.51.100.9", password)).toBe("rateLimited");
    waits.push(await waitOf());
  }
  expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test("what is refused while the account waits counts nothing, for the address either", async () => {
  for (let network = 0; network < 12; network += 1) await attempt(`203.0.113.${network}`);
  for (let time = 0; time < 12; time += 1) expect(await attempt("198.51.100.1", password)).toBe("rateLimited");
  await waitIsOver();
  expect(await attempt("198.51.100.1", password)).toBe("in");
});

test("nor does what is refused because the address has no attempts left on the account", async () => {
  for (let time = 0; time < 60; time += 1) await attempt("203.0.113.1");
  const rows = await database.db.select().from(throttles);
  expect(rows.map((row) => row.attempts).sort()).toEqual([10, 11].slice(0, rows.length));
});

test("after a wait the right password passes and clears the failures", async () => {
  for (let network = 0; network < 14; network += 1) {
    await waitIsOver();
    await attempt(`203.0.113.${network}`);
  }
  expect(await attempt("198.51.100.1", password)).toBe("rateLimited");
  await waitIsOver();
  expect(await attempt("198.51.100.1", password)).toBe("in");
  expect(await database.db.select().from(signInDelays)).toEqual([]);
  expect(await attempt("203.0.113.77")).toBe("wrong");
  expect(await attempt("203.0.113.78", password)).toBe("in");
});

test("a password reset by link ends the wait, also for an address without attempts left", async () => {
  for (let time = 0; time < 11; time += 1) await attempt("203.0.113.1");
  for (let network = 2; network < 6; network += 1) await attempt(`203.0.113.${network}`);
  expect(await attempt("203.0.113.1", password)).toBe("rateLimited");
  await forgetFailures(database.db, email.toUpperCase(), "203.0.113.1");
  expect(await attempt("203.0.113.1", password)).toBe("in");
});

test("an email without an account is answered and counted like one with an account", async () => {
  const known: string[] = [];
  for (let network = 0; network < 15; network += 1) known.push(await attempt(`203.0.113.${network}`));
  email = "nobody@example.test";
  const unknown: string[] = [];
  for (let network = 0; network < 15; network += 1) unknown.push(await attempt(`203.0.113.${network}`));
  expect(unknown).toEqual(known);
});

test("failures are forgotten after a day, and rows of unused accounts are deleted", async () => {
  for (let network = 0; network < 13; network += 1) await attempt(`203.0.113.${network}`);
  const past = sql`now() - interval '1 second'`;
  await database.db.update(signInDelays).set({ nextAt: past, endsAt: past });
  expect([await attempt("203.0.113.50"), await attempt("203.0.113.51")]).toEqual(["wrong", "wrong"]);
  expect(await database.db.select().from(signInDelays)).toMatchObject([{ failures: 2 }]);
  await database.db.update(signInDelays).set({ nextAt: past, endsAt: past });
  email = "another@example.test";
  await attempt("203.0.113.52");
  expect(await database.db.select().from(signInDelays)).toHaveLength(1);
});

test("the right password uses up no attempts", async () => {
  for (let round = 0; round < 12; round += 1) expect(await attempt("203.0.113.1", password)).toBe("in");
  const rows = await database.db.select().from(throttles);
  expect(rows.map((row) => row.attempts)).toEqual([0, 0]);
  expect(await database.db.select().from(signInDelays)).toEqual([]);
});
