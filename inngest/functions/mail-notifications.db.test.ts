import { randomUUID } from "node:crypto";
import { InngestTestEngine } from "@inngest/test";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { retryAt } from "@/lib/embedded/jobs/durations";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { startMailSink } from "@/lib/mail/testing";
import { listNotifications, markNotificationsRead } from "@/lib/notifications/notifications";
import { notify } from "@/lib/notifications/notify";
import { setNotificationPreferences } from "@/lib/notifications/preferences";
import { mailNotifications } from "./mail-notifications";

let database: Awaited<ReturnType<typeof startTestGateway>>;
let sink: Awaited<ReturnType<typeof startMailSink>>;

beforeAll(async () => {
  // Jobs open the connection of the environment.
  database = await startTestGateway();
  sink = await startMailSink();
  sink.use();
  vi.stubEnv("ASSAY_URL", "https://assay.example.test");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.close();
  await sink.close();
});

const job = ({ caller: { organizationId, userId } }: Context) =>
  new InngestTestEngine({
    function: mailNotifications,
    events: [{ name: "notifications/mail.due", data: { organizationId, userId } }],
    steps: [{ id: "collect", handler: () => undefined }],
  }).execute();

const notice = async ({ db, caller }: Context, queue_name: string) =>
  notify(db, caller.organizationId, [caller.userId], {
    kind: "queue_completed",
    cause: randomUUID(),
    actorId: null,
    subject: { queue_id: "11111111-1111-4111-8111-111111111111", queue_name },
  });

test("a person's notifications arrive in one mail, sent once, with links to the server's own address", async () => {
  const ada = await createCaller(database.db, await createOrganization(database.db, "Harbour"));
  await notice(ada, "Answers");
  await notice(ada, "Calls");
  await job(ada);
  expect(sink.mails).toHaveLength(1);
  expect(sink.mails[0]?.text).toContain("Subject: 2 notifications in Harbour");
  expect(sink.mails[0]?.text).toContain("https://assay.example.test/queues/11111111-1111-4111-8111-111111111111");
  await job(ada);
  expect(sink.mails).toHaveLength(1);
});

test("notifications that were read or are turned off for mail are not sent", async () => {
  sink.mails.length = 0;
  const ben = await createCaller(database.db, await createOrganization(database.db));
  await notice(ben, "Read");
  await markNotificationsRead(ben, { all: true });
  await setNotificationPreferences(ben, { preferences: [{ kind: "queue_completed", product: true, mail: false }] });
  await notice(ben, "Unwanted");
  await job(ben);
  expect(sink.mails).toEqual([]);
  expect((await listNotifications(ben, { page: 1, unread: true })).count).toBe(1);
});

test("an unreachable mail server fails the step, and the next try sends the mail", async () => {
  sink.mails.length = 0;
  const cleo = await createCaller(database.db, await createOrganization(database.db));
  await notice(cleo, "Answers");
  const url = process.env.ASSAY_SMTP_URL ?? "";
  vi.stubEnv("ASSAY_SMTP_URL", "smtp://127.0.0.1:1");
  const { error } = await job(cleo);
  expect(String(Object(error).message ?? error)).toMatch(/ECONNREFUSED|connect/i);
  vi.stubEnv("ASSAY_SMTP_URL", url);
  await job(cleo);
  expect(sink.mails.map(({ text }) => text).join("")).toContain("Subject: Every item of the queue is done (Answers)");
});

test("the retries span more than three hours, for mail servers that are down that long", () => {
  const start = new Date(0);
  const retries = mailNotifications.opts.retries ?? 0;
  const delays = Array.from({ length: retries }, (_, attempt) => retryAt(attempt, null, start, 0).getTime());
  expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(3 * 3_600_000);
});
