// How a user is notified of each kind.
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { notificationPreferences } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/notifications";
import { notificationKinds } from "@/lib/contracts/shapes";
import { mailIsSetUp } from "@/lib/mail/send-mail";

export const getNotificationPreferences: Verb<typeof contracts.getNotificationPreferences> = ({ db, caller }) =>
  preferencesOf(db, caller.userId);

export const setNotificationPreferences: Verb<typeof contracts.setNotificationPreferences> = async (
  { db, caller },
  { preferences },
) => {
  // Of two entries for a kind, the last counts.
  const rows = [...new Map(preferences.map((entry) => [entry.kind, { ...entry, userId: caller.userId }])).values()];
  if (rows.length > 0)
    await db
      .insert(notificationPreferences)
      .values(rows)
      .onConflictDoUpdate({
        target: [notificationPreferences.userId, notificationPreferences.kind],
        set: { product: sql`excluded.product`, mail: sql`excluded.mail` },
      });
  return preferencesOf(db, caller.userId);
};

async function preferencesOf(db: Database, userId: string) {
  const rows = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  const preferences = notificationKinds.map((kind) => {
    const row = rows.find((entry) => entry.kind === kind);
    return { kind, product: row?.product ?? true, mail: row?.mail ?? true };
  });
  return { preferences, mail_is_set_up: mailIsSetUp() };
}
