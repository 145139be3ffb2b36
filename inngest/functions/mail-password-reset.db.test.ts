import { InngestTestEngine } from "@inngest/test";
import { eq } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { passwordResets, users } from "@/db/schema";
import { createOrganization, createUser } from "@/db/testing/factories";
import { resetPassword } from "@/lib/accounts/password-resets";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { mailPasswordReset } from "./mail-password-reset";

let database: Awaited<ReturnType<typeof startTestGateway>>;
const mails: { to: string[]; text: string }[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", () => {
      mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(parts).toString() });
      done();
    });
  },
});

beforeAll(async () => {
  // Jobs open the connection of the environment.
  database = await startTestGateway();
  const port = await new Promise<number>((resolve) => {
    const socket = server.listen(0, "127.0.0.1", () => resolve(Number(Object(socket.address()).port)));
  });
  vi.stubEnv("ASSAY_SMTP_URL", `smtp://127.0.0.1:${port}`);
  vi.stubEnv("ASSAY_MAIL_FROM", "Assay <assay@example.test>");
  vi.stubEnv("ASSAY_URL", "https://assay.example.test");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
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
  expect(mails.map(({ to }) => to)).toEqual([[email]]);
  // Long lines are folded by "=" at their end.
  const text = (mails[0]?.text ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  // Anybody can sign up with somebody else's address, and no mail is to carry their words.
  expect(text).not.toContain("elsewhere.example");
  const token = /https:\/\/assay\.example\.test\/reset-password\?token=(\w+)/.exec(text)?.[1] ?? "";
  const visitor = { db: database.db, now: () => new Date(), emit: async () => undefined, address: null };
  expect(await resetPassword(visitor, { token, new_password: "a fresh pass phrase" })).toEqual({ email });
});

test("an unknown address gets no mail", async () => {
  await send("nobody@example.test");
  expect(mails).toHaveLength(1);
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
