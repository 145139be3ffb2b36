import { InngestTestEngine } from "@inngest/test";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { invitations, outboxEvents, passwordResets, users } from "@/db/schema";
import { createCaller, createOrganization, createUser } from "@/db/testing/factories";
import { acceptInvitation } from "@/lib/accounts/accept-invitation";
import { inviteMember, revokeInvitation } from "@/lib/accounts/invitations";
import { resetPassword } from "@/lib/accounts/password-resets";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { startMailSink } from "@/lib/mail/testing";
import { mailInvitation } from "./mail-invitation";
import { mailPasswordReset } from "./mail-password-reset";

let database: Awaited<ReturnType<typeof startTestGateway>>;
let sink: Awaited<ReturnType<typeof startMailSink>>;

beforeAll(async () => {
  // Jobs open the connection of the environment.
  database = await startTestGateway();
  sink = await startMailSink();
});
beforeEach(() => {
  sink.use();
  vi.stubEnv("ASSAY_URL", "https://assay.example.test");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.close();
  await sink.close();
});

const MINUTE = 60_000;

/** The try of a request that was made some minutes ago. */
const send = (email: string, { minutes = 0, attempt = 0 } = {}) =>
  new InngestTestEngine({
    function: mailPasswordReset,
    events: [{ name: "accounts/password-reset.requested", data: { email }, ts: Date.now() - minutes * MINUTE }],
    transformCtx: (context) => ({ ...context, attempt }),
  }).execute();

test("the mail has a working link to the server's own address", async () => {
  const id = await createUser(database.db, await createOrganization(database.db));
  const email = `grace.${id}@example.test`;
  await database.db
    .update(users)
    .set({ email, name: "Your account was sold.\nSee https://elsewhere.example" })
    .where(eq(users.id, id));
  await send(email);
  expect(sink.mails.map(({ to }) => to)).toEqual([[email]]);
  const text = sink.mails[0]?.text ?? "";
  // Anybody can sign up with somebody else's address, and no mail is to carry their words.
  expect(text).not.toContain("elsewhere.example");
  expect(text).toContain(`for the account ${email}`);
  expect(text).toContain("Auto-Submitted: auto-generated");
  const token = /https:\/\/assay\.example\.test\/reset-password\?token=(\w+)/.exec(text)?.[1] ?? "";
  const visitor = { db: database.db, now: () => new Date(), emit: async () => undefined, address: null };
  expect(await resetPassword(visitor, { token, new_password: "a fresh pass phrase" })).toEqual({ email });
});

test("an unknown address gets no mail", async () => {
  await send("nobody@example.test");
  expect(sink.mails).toHaveLength(1);
});

test("an unreachable mail server fails the step, which Inngest retries", async () => {
  vi.stubEnv("ASSAY_SMTP_URL", "smtp://127.0.0.1:1");
  const id = await createUser(database.db, await createOrganization(database.db));
  const [user] = await database.db.select().from(users).where(eq(users.id, id));
  const { error } = await send(user?.email ?? "");
  expect(String(Object(error).message ?? error)).toMatch(/ECONNREFUSED|connect/i);
});

test.each(["ASSAY_URL", "ASSAY_SMTP_URL"])("a server without %s makes no link, and tries again later", async (name) => {
  const id = await createUser(database.db, await createOrganization(database.db));
  const [user] = await database.db.select().from(users).where(eq(users.id, id));
  const before = process.env[name];
  vi.stubEnv(name, "");
  const { error } = await send(user?.email ?? "");
  vi.stubEnv(name, before);
  expect(error).toMatchObject({ name: "RetryAfterError" });
  expect(JSON.stringify(error)).not.toContain("token");
  expect(await database.db.select().from(passwordResets).where(eq(passwordResets.userId, id))).toEqual([]);
});

test("a request is retried until shortly before its hour ends, and not after", async () => {
  const id = await createUser(database.db, await createOrganization(database.db));
  const [user] = await database.db.select().from(users).where(eq(users.id, id));
  const email = user?.email ?? "";
  vi.stubEnv("ASSAY_SMTP_URL", "smtp://127.0.0.1:1");
  const { error } = await send(email, { minutes: 50, attempt: 12 });
  expect(error).toMatchObject({ name: "RetryAfterError" });
  expect(mailPasswordReset.opts.retries).toBeGreaterThan(16);
  expect(await send(email, { minutes: 61, attempt: 14 })).not.toHaveProperty("error");
});

const invitationOf = async (email: string) => {
  const owner = await createCaller(database.db, await createOrganization(database.db), "Owner");
  const invited = await inviteMember(owner, { email, role: "Member" });
  const isIts = sql`${outboxEvents.data} ->> 'invitationId' = ${invited.invitation.id}`;
  const stored = await database.db.select().from(outboxEvents).where(isIts);
  return { owner, invited, events: stored.map(({ name, data }) => ({ name, data })) };
};

type Stored = Awaited<ReturnType<typeof invitationOf>>["events"][number];
const sendInvitation = (event: Stored | undefined) =>
  new InngestTestEngine({
    function: mailInvitation,
    events: [event ?? expect.fail("No event was stored.")],
  }).execute();

test("an invitation is mailed with its link, and its token is stored nowhere in the clear", async () => {
  const email = `invited.${crypto.randomUUID()}@example.test`;
  const { invited, events } = await invitationOf(email);
  expect(invited.sends_mail).toBe(true);
  expect(JSON.stringify(events)).not.toContain(invited.token);
  expect(events).toHaveLength(1);
  await sendInvitation(events[0]);
  const mail = sink.mails.find(({ to }) => to.includes(email));
  const text = mail?.text ?? "";
  const token = /https:\/\/assay\.example\.test\/invitations\/accept\?token=(\w+)/.exec(text)?.[1] ?? "";
  expect(token).toBe(invited.token);
  const visitor = { db: database.db, now: () => new Date(), emit: async () => undefined, address: null };
  const accepted = await acceptInvitation(visitor, { token, full_name: "Grace", password: "a fresh pass phrase" });
  expect(accepted).toMatchObject({ email });
});

test("a revoked invitation is not mailed", async () => {
  const email = `revoked.${crypto.randomUUID()}@example.test`;
  const { owner, invited, events } = await invitationOf(email);
  await revokeInvitation(owner, { invitation_id: invited.invitation.id });
  await sendInvitation(events[0]);
  expect(sink.mails.filter(({ to }) => to.includes(email))).toEqual([]);
});

test("one email gets five an hour, and can be invited without mail after that: others may have used them up", async () => {
  const email = `flooded.${crypto.randomUUID()}@example.test`;
  const { owner } = await invitationOf(email);
  for (let sent = 1; sent < 5; sent += 1)
    expect(await inviteMember(owner, { email, role: "Member" })).toMatchObject({ sends_mail: true });
  const { invited, events } = await invitationOf(email);
  expect(invited.sends_mail).toBe(false);
  expect(events).toEqual([]);
  expect(await database.db.$count(invitations, eq(invitations.email, email))).toBe(6);
});

test("a server without mail mails no invitation, and says so", async () => {
  vi.stubEnv("ASSAY_SMTP_URL", "");
  const { invited, events } = await invitationOf(`unmailed.${crypto.randomUUID()}@example.test`);
  expect(invited.sends_mail).toBe(false);
  expect(events).toEqual([]);
});
