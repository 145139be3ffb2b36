// Browser sessions as rows: where a user is signed in, and how to end each session.
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { userSessions, users } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { recordSignIn } from "@/lib/audit/record";
import type { SignedIn } from "./credentials";
import { sha256 } from "./hash";
import { organizationIdsOf } from "./organization-ids";

export const SESSION_SECONDS = 30 * 24 * 3600;
/** Who leaves the company is out within a day, without anybody's doing. */
const COMPANY_SESSION_SECONDS = 24 * 3600;
const MOST_SESSIONS = 100;
const SWEPT_AT_ONCE = 100;
const LONGEST_USER_AGENT = 400;

/** The client of a session, as far as the request shows it. */
export interface SessionClient {
  userAgent: string | null;
  network: string | null;
}

/** As much of the browser's name as is stored. */
export const agentOf = ({ userAgent }: SessionClient): string | null => userAgent?.slice(0, LONGEST_USER_AGENT) ?? null;

type SessionRow = typeof userSessions.$inferSelect;

/** Ties a session to the password that the user had when it began. */
const passwordMark = (passwordHash: string | null): string => sha256(passwordHash ?? "").slice(0, 16);

/** The same in SQL. */
export const markOf = (passwordHash: SQL): SQL =>
  sql`left(encode(sha256(convert_to(coalesce(${passwordHash}, ''), 'UTF8')), 'hex'), 16)`;

/**
 * Begins a session of a user whose password, as stored in this row, was just verified. If the password changes meanwhile,
 * the session is already invalid. Returns its id.
 */
export async function beginSession(
  db: Database,
  { user, method, organizationId }: SignedIn,
  client: SessionClient,
): Promise<string> {
  const { network } = client;
  const mark = passwordMark(user.passwordHash);
  const agent = agentOf(client);
  const id = await transaction(db, async (tx) => {
    const [session] = await tx
      .insert(userSessions)
      .values({
        userId: user.id,
        passwordMark: mark,
        // Sign-in providers ask for their own.
        hasSecondFactor: method !== "password",
        organizationId: organizationId ?? null,
        userAgent: agent,
        network,
        expiresAt: sql`now() + make_interval(secs => ${organizationId ? COMPANY_SESSION_SECONDS : SESSION_SECONDS})`,
      })
      .returning({ id: userSessions.id });
    if (!session) throw new Error("the session was not stored");
    await recordSignIn(tx, organizationId ? [organizationId] : await organizationIdsOf(tx, user.id), {
      ...{ action: "signIn", userId: user.id, targetId: user.id, address: network, userAgent: agent },
      after: { method },
    });
    return session.id;
  });
  await sweep(db, user.id, mark);
  return id;
}

/** Deletes ended sessions: some of all expired ones, and this user's sessions with an old password or above the limit. */
async function sweep(db: Database, userId: string, mark: string): Promise<void> {
  const expired = db
    .select({ id: userSessions.id })
    .from(userSessions)
    .where(lt(userSessions.expiresAt, sql`now()`))
    .limit(SWEPT_AT_ONCE)
    .for("update", { skipLocked: true });
  await db.delete(userSessions).where(inArray(userSessions.id, expired));
  const surplus = db
    .select({ id: userSessions.id })
    .from(userSessions)
    .where(eq(userSessions.userId, userId))
    .orderBy(desc(userSessions.lastSeenAt))
    .offset(MOST_SESSIONS);
  const ended = or(ne(userSessions.passwordMark, mark), inArray(userSessions.id, surplus));
  await db.delete(userSessions).where(and(eq(userSessions.userId, userId), ended));
}

/** Whose sessions: of a user, and only those that reach one organization alone where it is named. */
export interface SessionOwner {
  userId: string;
  organizationId?: string;
}

/** A company's session sees and ends only those of the same company. */
const ownedBy = ({ userId, organizationId }: SessionOwner) =>
  and(
    eq(userSessions.userId, userId),
    organizationId === undefined ? undefined : eq(userSessions.organizationId, organizationId),
  );

/** The sessions of a user that still work, last seen first. */
export async function sessionsOf(db: Database, owner: SessionOwner): Promise<SessionRow[]> {
  const rows = await db
    .select({ session: userSessions, passwordHash: users.passwordHash })
    .from(userSessions)
    .innerJoin(users, eq(users.id, userSessions.userId))
    .where(and(ownedBy(owner), gt(userSessions.expiresAt, sql`now()`)))
    .orderBy(desc(userSessions.lastSeenAt), userSessions.id)
    .limit(MOST_SESSIONS);
  return rows.filter(isLive).map(({ session }) => session);
}

/** Whether a session that was read with its user is still valid. */
export const isLive = (row: { session: Pick<SessionRow, "passwordMark">; passwordHash: string | null }): boolean =>
  row.session.passwordMark === passwordMark(row.passwordHash);

/** Ends one of a user's sessions; false if there is no such session. */
export async function endSession(db: Database, owner: SessionOwner, sessionId: string): Promise<boolean> {
  const ended = await db
    .delete(userSessions)
    .where(and(eq(userSessions.id, sessionId), ownedBy(owner)))
    .returning({ id: userSessions.id });
  return ended.length > 0;
}

/** Ends all of a user's sessions, or all but one. Returns how many. */
export async function endOtherSessions(db: Database, owner: SessionOwner, keptId: string | null): Promise<number> {
  const ended = await db
    .delete(userSessions)
    .where(and(ownedBy(owner), keptId === null ? undefined : ne(userSessions.id, keptId)))
    .returning({ id: userSessions.id });
  return ended.length;
}

/** Ends the sessions of a member that reach an organization. Returns how many. */
export async function endSessionsInto(db: Database, organizationId: string, userId: string): Promise<number> {
  const reaches = or(isNull(userSessions.organizationId), eq(userSessions.organizationId, organizationId));
  const ended = await db
    .delete(userSessions)
    .where(and(eq(userSessions.userId, userId), reaches))
    .returning({ id: userSessions.id });
  return ended.length;
}
