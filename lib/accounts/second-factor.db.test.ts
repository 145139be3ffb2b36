import { and, eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { auditEntries, memberships, organizations, secondFactors, userSessions, users } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { signInWith } from "@/lib/auth/credentials";
import { hashPassword } from "@/lib/auth/password";
import type { Context } from "@/lib/context";
import { joinOrganization as joinContract } from "@/lib/contracts/accounts/invitations";
import { removeMember as removeMemberContract } from "@/lib/contracts/accounts/organizations";
import { exchangeOf } from "@/lib/exchange/web";
import { authenticate, type Needed } from "@/lib/http/authenticate";
import { joinOrganization } from "./accept-invitation";
import { inviteMember } from "./invitations";
import { removeMember } from "./members";
import { updateOrganization } from "./organizations";
import {
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  resetMemberSecondFactor,
  startSecondFactor,
} from "./second-factor";
import { createToken } from "./tokens";

const password = "a long pass phrase";
const database = suiteDatabase();
let organization: TestOrganization;
let person: Context;
let email: string;
let clock = Date.parse("2031-01-01T00:00:00Z");

beforeAll(() => {
  vi.stubEnv("AUTH_SECRET", "a secret for tests, long enough to be one");
  vi.useFakeTimers({ toFake: ["Date"], now: clock });
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  later(300);
  organization = await createOrganization(database.db);
  const passwordHash = await hashPassword(password);
  person = await createCaller(database.db, organization, "Owner");
  const id = person.caller.userId;
  const [row] = await database.db.update(users).set({ passwordHash }).where(eq(users.id, id)).returning();
  email = row?.email ?? "";
  await signIn();
});

const later = (seconds: number) => {
  clock += seconds * 1000;
  vi.setSystemTime(clock);
};
/** Begins a session, which the person's next calls belong to. */
async function signIn(code?: string): Promise<string> {
  const { access } = await createToken(person, { email, password, code });
  const request = exchangeOf(new Request("http://test/", { headers: { authorization: `Bearer ${access}` } }));
  const needed = { access: "read", scope: "read", beforeRequirements: true } as const;
  person = { ...person, caller: await authenticate(database.db, request, needed) };
  return access;
}
const codeOf = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock });
async function setUp(): Promise<{ secret: string; recovery: string[] }> {
  const { secret } = await startSecondFactor(person, { password });
  const { recovery_codes } = await confirmSecondFactor(person, { code: codeOf(secret) });
  return { secret, recovery: recovery_codes };
}
const attempt = (code: string | null) =>
  signInWith(database.db, { email, password, code, address: null }).then(
    (signedIn) => (signedIn ? signedIn.method === "second_factor" : "wrong password"),
    (error: { code: string; detail: { fields?: object } }) => [error.code, ...Object.keys(error.detail.fields ?? {})],
  );
const status = () => getSecondFactor(person, {});

test("setup needs the password and a code, and stores neither the secret nor the codes readably", async () => {
  await expect(startSecondFactor(person, { password: "a wrong phrase" })).rejects.toMatchObject({
    detail: { fields: { password: [expect.any(String)] } },
  });
  const { secret, address, qr_code } = await startSecondFactor(person, { password });
  expect(address).toContain(secret);
  expect(qr_code).toMatch(/^<svg/);
  expect(await attempt(null)).toBe(false);
  await expect(confirmSecondFactor(person, { code: "000000" })).rejects.toMatchObject({
    detail: { fields: { code: [expect.any(String)] } },
  });
  const { recovery_codes } = await confirmSecondFactor(person, { code: codeOf(secret) });
  expect(new Set(recovery_codes).size).toBe(10);
  expect(await status()).toMatchObject({ enabled: true, recovery_codes_left: 10, is_in_session: true });
  const stored = JSON.stringify(await database.db.select().from(secondFactors));
  for (const text of [secret, ...recovery_codes]) expect(stored).not.toContain(text);
  await expect(startSecondFactor(person, { password })).rejects.toMatchObject({ kind: "conflict" });
});

test("of two confirmations at once with different codes, one succeeds, and its recovery codes are those that work", async () => {
  const { secret } = await startSecondFactor(person, { password });
  const next = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock + 30_000 });
  const outcomes = await Promise.allSettled(
    [codeOf(secret), next].map((code) => confirmSecondFactor(person, { code })),
  );
  const shown = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.recovery_codes] : []));
  expect(shown).toHaveLength(1);
  expect(await attempt(shown[0]?.[0] ?? "")).toBe(true);
});

test("sign-in asks for a code, accepts each once, and a wrong password does not reveal the second factor", async () => {
  const { secret } = await setUp();
  expect(await attempt(codeOf(secret))).toEqual(["invalid", "code"]);
  later(30);
  expect(await attempt(null)).toEqual(["second_factor_required", "code"]);
  expect(await signInWith(database.db, { email, password: "wrong", code: null, address: null })).toBeNull();
  const code = codeOf(secret);
  expect(await attempt(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true);
  expect(await attempt(code)).toEqual(["invalid", "code"]);
  // An older code that was never shown is refused as well, once a newer one was.
  const next = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock + 30_000 });
  expect(await attempt(next)).toBe(true);
  later(30);
  expect(await attempt(next)).toEqual(["invalid", "code"]);
});

test("of parallel sign-ins with the same code, one succeeds", async () => {
  const { secret, recovery } = await setUp();
  later(30);
  const [backup = ""] = recovery;
  for (const code of [codeOf(secret), backup]) {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => attempt(code)));
    expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(1);
    await database.db.execute("delete from throttles");
    await database.db.execute("delete from sign_in_delays");
  }
});

test("a recovery code signs in once, and new codes replace all old ones", async () => {
  const { recovery } = await setUp();
  const [first = "", second = ""] = recovery;
  expect(await attempt(first.toUpperCase())).toBe(true);
  expect(await attempt(first)).toEqual(["invalid", "code"]);
  expect(await status()).toMatchObject({ recovery_codes_left: 9 });
  const renewed = await renewRecoveryCodes(person, { password });
  expect(await attempt(second)).toEqual(["invalid", "code"]);
  expect(await attempt(renewed.recovery_codes[9] ?? "")).toBe(true);
});

test("wrong codes count as failed sign-ins, missing ones do not", async () => {
  await setUp();
  for (let time = 0; time < 12; time += 1) expect(await attempt(null)).toEqual(["second_factor_required", "code"]);
  for (let time = 0; time < 10; time += 1) expect(await attempt("000000")).toEqual(["invalid", "code"]);
  expect(await attempt("000000")).toEqual(["rate_limited"]);
});

test("after a change of AUTH_SECRET the app's codes are refused, and recovery codes sign in", async () => {
  const { secret, recovery } = await setUp();
  later(30);
  vi.stubEnv("AUTH_SECRET", "another secret for tests, long enough too");
  expect(await attempt(codeOf(secret))).toEqual(["invalid", "code"]);
  expect(await attempt(recovery[0] ?? "")).toBe(true);
  vi.stubEnv("AUTH_SECRET", "a secret for tests, long enough to be one");
});

test("turning the second factor off needs the password, and clears it from sessions", async () => {
  await setUp();
  await expect(disableSecondFactor(person, { password: "wrong" })).rejects.toMatchObject({ kind: "invalid" });
  await disableSecondFactor(person, { password });
  expect(await status()).toMatchObject({ enabled: false, recovery_codes_left: 0, is_in_session: false });
  expect(await attempt(null)).toBe(false);
  await expect(disableSecondFactor(person, { password })).rejects.toMatchObject({ kind: "notFound" });
});

test("the audit log of each organization of the person has what they change: the second factor protects them all", async () => {
  const other = await createOrganization(database.db);
  await database.db
    .insert(memberships)
    .values({ organizationId: other.id, userId: person.caller.userId, role: "Viewer" });
  const as = (action: string) => ({ ...person, act: { action, userAgent: null, isRecorded: false } });
  const { secret } = await startSecondFactor(person, { password });
  await confirmSecondFactor(as("confirmSecondFactor"), { code: codeOf(secret) });
  await renewRecoveryCodes(as("renewRecoveryCodes"), { password });
  await disableSecondFactor(as("disableSecondFactor"), { password });
  for (const { id } of [organization, other]) {
    const own = and(eq(auditEntries.organizationId, id), eq(auditEntries.targetType, "member"));
    const entries = await database.db.select().from(auditEntries).where(own).orderBy(auditEntries.createdAt);
    expect(entries.map(({ action }) => action)).toEqual([
      "confirmSecondFactor",
      "renewRecoveryCodes",
      "disableSecondFactor",
    ]);
    const { userId } = person.caller;
    for (const entry of entries) expect(entry).toMatchObject({ actor: "person", userId, targetId: userId });
  }
});

test("an API key can neither read nor change the second factor", async () => {
  const key = { ...person, caller: { ...person.caller, apiKeyId: crypto.randomUUID(), sessionId: null } };
  const refusal = { detail: { code: "session_required" } };
  await expect(getSecondFactor(key, {})).rejects.toMatchObject(refusal);
  await expect(startSecondFactor(key, { password })).rejects.toMatchObject(refusal);
  await expect(confirmSecondFactor(key, { code: "000000" })).rejects.toMatchObject(refusal);
  await expect(renewRecoveryCodes(key, { password })).rejects.toMatchObject(refusal);
  await expect(disableSecondFactor(key, { password })).rejects.toMatchObject(refusal);
  await expect(resetMemberSecondFactor(key, { user_id: key.caller.userId })).rejects.toMatchObject(refusal);
  const name = "Renamed by a key";
  for (const requires_second_factor of [true, false]) {
    const rule = { requiresSecondFactor: requires_second_factor };
    await database.db.update(organizations).set(rule).where(eq(organizations.id, organization.id));
    await expect(updateOrganization(key, { requires_second_factor: !requires_second_factor })).rejects.toMatchObject(
      refusal,
    );
    expect(await updateOrganization(key, { name, requires_second_factor })).toMatchObject({
      name,
      requires_second_factor,
    });
  }
  expect(await updateOrganization(key, { name: "Again" })).toMatchObject({ name: "Again" });
});

describe("an organization that requires a second factor", () => {
  const use = (access: string, beforeRequirements = false) => {
    const request = exchangeOf(new Request("http://test/", { headers: { authorization: `Bearer ${access}` } }));
    return authenticate(database.db, request, { access: "read", scope: "read", beforeRequirements });
  };
  const ask = (requires_second_factor: boolean) => updateOrganization(person, { requires_second_factor });

  test("is closed to sessions without one until the user sets one up", async () => {
    const access = await signIn();
    await database.db
      .update(organizations)
      .set({ requiresSecondFactor: true })
      .where(eq(organizations.id, organization.id));
    await expect(use(access)).rejects.toMatchObject({ kind: "forbidden", detail: { code: "second_factor_missing" } });
    expect(await use(access, true)).toMatchObject({ lacks: "second_factor" });
    expect(await status()).toMatchObject({ enabled: false, is_required: true });
    await setUp();
    expect(await use(access)).not.toHaveProperty("lacks");
  });

  /** The person without one, in an operation that admits them. */
  async function lackingIn(access: string, needed: Needed<"read">): Promise<Context> {
    await database.db
      .update(organizations)
      .set({ requiresSecondFactor: true })
      .where(eq(organizations.id, organization.id));
    const request = exchangeOf(new Request("http://test/", { headers: { authorization: `Bearer ${access}` } }));
    return { ...person, caller: await authenticate(database.db, request, needed) };
  }

  test("lets a member without one join another organization", async () => {
    const lacking = await lackingIn(await signIn(), { ...joinContract, access: "read" });
    expect(lacking.caller).toMatchObject({ lacks: "second_factor" });
    const host = await createCaller(database.db, await createOrganization(database.db), "Owner");
    const { token } = await inviteMember(host, { email, role: "Member" });
    expect(await joinOrganization(lacking, { token })).toMatchObject({ organization_id: host.caller.organizationId });
  });

  test("lets a member without one leave, and do nothing to others", async () => {
    const other = await createCaller(database.db, organization, "Owner");
    const access = await signIn();
    const lacking = await lackingIn(access, { ...removeMemberContract, access: "read" });
    expect(lacking.caller).toMatchObject({ lacks: "second_factor" });
    await expect(removeMember(lacking, { user_id: other.caller.userId })).rejects.toMatchObject({
      kind: "forbidden",
      detail: { code: "second_factor_missing" },
    });
    expect(await removeMember(lacking, { user_id: person.caller.userId })).toMatchObject({ removed: true });
    await expect(use(access, true)).rejects.toMatchObject({ kind: "unauthenticated" });
  });

  test("lets only a user who has one require it, and keeps this through other changes", async () => {
    await expect(ask(true)).rejects.toMatchObject({ kind: "conflict" });
    await setUp();
    expect(await ask(true)).toMatchObject({ requires_second_factor: true });
    expect(await updateOrganization(person, { name: "Renamed" })).toMatchObject({
      name: "Renamed",
      requires_second_factor: true,
    });
    expect(await ask(false)).toMatchObject({ requires_second_factor: false });
  });

  test("lets Owners reset a member's; Admins cannot reset an Owner's, nor outsiders anyone's", async () => {
    await setUp();
    const input = { user_id: person.caller.userId };
    const admin = await createCaller(database.db, organization, "Admin");
    await expect(resetMemberSecondFactor(admin, input)).rejects.toMatchObject({ kind: "forbidden" });
    const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
    await expect(resetMemberSecondFactor(stranger, input)).rejects.toMatchObject({ kind: "notFound" });
    // Turning off one's own takes the password.
    await expect(resetMemberSecondFactor(person, input)).rejects.toMatchObject({
      detail: { fields: { user_id: [expect.stringContaining("your own")] } },
    });
    const owner = await createCaller(database.db, organization, "Owner");
    await resetMemberSecondFactor(owner, input);
    expect(await attempt(null)).toBe(false);
    const sessions = await database.db.select().from(userSessions).where(eq(userSessions.userId, input.user_id));
    expect(sessions.every((session) => !session.hasSecondFactor)).toBe(true);
    await expect(resetMemberSecondFactor(owner, input)).rejects.toMatchObject({ kind: "notFound" });
  });
});
