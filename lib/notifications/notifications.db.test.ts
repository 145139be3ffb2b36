import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notifications, outboxEvents } from "@/db/schema";
import { contextOf, createCaller, createOrganization, createUser, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { notificationKinds } from "@/lib/contracts/shapes";
import { dueMail } from "./mails";
import {
  countUnreadNotifications,
  forgetNotifications,
  listNotifications,
  markNotificationsRead,
} from "./notifications";
import { type Notice, notify } from "./notify";
import { getNotificationPreferences, setNotificationPreferences } from "./preferences";

const database = suiteDatabase();
let ada: Context;
let ben: Context;
beforeEach(async () => {
  const organization = await createOrganization(database.db);
  ada = await createCaller(database.db, organization);
  ben = await createCaller(database.db, organization);
});
afterEach(() => vi.unstubAllEnvs());

const notice = (change: Partial<Notice> = {}): Notice => ({
  kind: "queue_completed",
  cause: randomUUID(),
  actorId: null,
  subject: { queue_id: randomUUID(), queue_name: "Answers" },
  ...change,
});
const send = (change: Partial<Notice> = {}, to: Context = ada) =>
  notify(database.db, to.caller.organizationId, [to.caller.userId], notice(change));
const list = (context: Context = ada, unread = false) => listNotifications(context, { page: 1, unread });
const count = async (context: Context = ada) => (await countUnreadNotifications(context, {})).unread;

test("a person's own notifications are listed newest first, optionally without read ones", async () => {
  for (const name of ["First", "Second", "Third"])
    await send({ subject: { queue_id: randomUUID(), queue_name: name } });
  await send({}, ben);
  expect((await list()).results.map(({ about }) => about)).toEqual(["Third", "Second", "First"]);
  expect(await count()).toBe(3);
  const [third, second] = (await list()).results;
  const [bens] = (await list(ben)).results;
  const ids = [third?.id ?? "", bens?.id ?? "", randomUUID()];
  expect(await markNotificationsRead(ada, { notification_ids: ids, all: false })).toEqual({ unread: 2 });
  expect(await count(ben)).toBe(1);
  expect((await list(ada, true)).results[0]).toEqual(second);
  expect((await list()).results[0]?.read_at).not.toBeNull();
  expect(await markNotificationsRead(ada, { all: true })).toEqual({ unread: 0 });
  expect((await list(ada, true)).count).toBe(0);
});

test("a person's notifications stay in their organization", async () => {
  const other = await createOrganization(database.db);
  const stranger = contextOf(database.db, other, await createUser(database.db, other));
  await send();
  const elsewhere = { ...ada, caller: { ...ada.caller, organizationId: other.id } };
  expect((await list(elsewhere)).count).toBe(0);
  expect(await markNotificationsRead(elsewhere, { all: true })).toEqual({ unread: 0 });
  expect(await count()).toBe(1);
  // Who is no member of the organization gets none.
  await notify(database.db, ada.caller.organizationId, [stranger.caller.userId], notice());
  expect(await database.db.$count(notifications, eq(notifications.userId, stranger.caller.userId))).toBe(0);
});

test("the same cause notifies once, even at the same moment; the count stops at a hundred", async () => {
  await Promise.all(Array.from({ length: 8 }, () => send({ cause: "again" })));
  expect(await count()).toBe(1);
  for (let index = 0; index < 110; index += 1) await send();
  expect(await count()).toBe(100);
});

test("preferences apply to each kind, from the next notification on", async () => {
  await send({ kind: "mention" });
  const off = { preferences: [{ kind: "mention" as const, product: false, mail: false }] };
  const { preferences } = await setNotificationPreferences(ada, off);
  expect(preferences).toHaveLength(notificationKinds.length);
  expect(preferences[0]).toEqual({ kind: "mention", product: false, mail: false });
  expect(await getNotificationPreferences(ada, {})).toEqual({ preferences, mail_is_set_up: false });
  await send({ kind: "mention" });
  await send({ kind: "export_ready" });
  expect((await list()).results.map(({ kind }) => kind)).toEqual(["export_ready", "mention"]);
  await setNotificationPreferences(ada, { preferences: [{ kind: "mention", product: false, mail: true }] });
  await send({ kind: "mention" });
  expect((await list()).count).toBe(2);
  expect(await database.db.$count(notifications, eq(notifications.userId, ada.caller.userId))).toBe(3);
});

test("a mail is due once per person and interval, and only if mail is set up", async () => {
  const due = () =>
    database.db
      .select()
      .from(outboxEvents)
      .where(eq(outboxEvents.name, "notifications/mail.due"))
      .then((rows) => rows.filter(({ data }) => data.userId === ada.caller.userId));
  await send();
  expect(await due()).toEqual([]);
  vi.stubEnv("ASSAY_SMTP_URL", "smtp://127.0.0.1:1");
  for (let index = 0; index < 5; index += 1) await send();
  const { organizationId, userId } = ada.caller;
  // The one from before stays out of the mail.
  expect((await dueMail(database.db, { organizationId, userId }, undefined))?.ids).toHaveLength(5);
  const events = await due();
  // Two if five minutes began in between.
  expect([1, 2]).toContain(events.length);
  expect(events[0]?.data).toEqual({ organizationId, userId });
});

test("a mail leaves out what is older than the tries of a mail", async () => {
  vi.stubEnv("ASSAY_SMTP_URL", "smtp://127.0.0.1:1");
  const { organizationId, userId } = ada.caller;
  const mailed = async () => (await dueMail(database.db, { organizationId, userId }, undefined))?.ids ?? [];
  await send();
  const [id = ""] = await mailed();
  const ages = async (hours: number) => {
    const createdAt = new Date(Date.now() - hours * 3_600_000);
    await database.db.update(notifications).set({ createdAt }).where(eq(notifications.id, id));
  };
  await ages(47);
  expect(await mailed()).toEqual([id]);
  await ages(49);
  expect(await mailed()).toEqual([]);
  await send();
  expect(await mailed()).toHaveLength(1);
  expect(await mailed()).not.toContain(id);
});

test("notifications are deleted after ninety days", async () => {
  await send();
  await send();
  const [newest] = (await list()).results;
  const old = new Date(Date.now() - 91 * 86_400_000);
  await database.db
    .update(notifications)
    .set({ createdAt: old })
    .where(eq(notifications.id, newest?.id ?? ""));
  await forgetNotifications(database.db, new Date());
  expect((await list()).count).toBe(1);
});
