// Notifications by mail: those of one person, within some minutes, in one mail.
import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { notifications, organizations, users } from "@/db/schema";
import { mailText } from "./rules/mail-text";

const MOST = 50;
/** Longer than a job tries. Before an upgrade, notifications were marked for mail also where no mail was set up. */
const MAILED_FOR = sql`interval '2 days'`;

interface Person {
  organizationId: string;
  userId: string;
}

export interface DueMail {
  to: string;
  subject: string;
  text: string;
  ids: string[];
}

/** The mail of a person's recent notifications that were neither mailed nor read; null if there are none. `site` is the server's address. */
export async function dueMail(
  db: Database,
  { organizationId, userId }: Person,
  site: string | undefined,
): Promise<DueMail | null> {
  const rows = await db
    .select({ row: notifications, organization: organizations.name, email: users.email })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .innerJoin(organizations, eq(organizations.id, notifications.organizationId))
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.organizationId, organizationId),
        eq(notifications.mails, true),
        isNull(notifications.mailedAt),
        isNull(notifications.readAt),
        gt(notifications.createdAt, sql`now() - ${MAILED_FOR}`),
      ),
    )
    .orderBy(asc(notifications.createdAt), asc(notifications.id));
  const [first] = rows;
  if (!first) return null;
  const names = await namesOf(
    db,
    rows.flatMap(({ row }) => row.actorId ?? []),
  );
  const worded = rows.map(({ row }) => ({ ...row, actor: row.actorId ? (names.get(row.actorId) ?? null) : null }));
  return {
    to: first.email,
    ...mailText(worded, { organization: first.organization, site, most: MOST }),
    ids: rows.map(({ row }) => row.id),
  };
}

async function namesOf(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function markMailed(db: Database, ids: string[], now: Date): Promise<void> {
  await db.update(notifications).set({ mailedAt: now }).where(inArray(notifications.id, ids));
}
