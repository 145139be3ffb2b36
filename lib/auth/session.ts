// Browser sessions: an encrypted token in a cookie that names the user, and what it is worth at this moment.
import { getToken } from "@auth/core/jwt";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { connection, type Database } from "@/db/client";
import { memberships, users, workspaces } from "@/db/schema";
import type { Caller } from "@/lib/context";
import { env } from "@/lib/env";
import { sha256 } from "./hash";

const COOKIES = ["__Secure-authjs.session-token", "authjs.session-token"] as const;

const claims = z.object({ sub: z.guid(), passwordMark: z.string() });
type Claims = z.infer<typeof claims>;

/**
 * Ties a session to the password that the user had when it began: with another password every earlier session is over, also
 * one that has been renewed since.
 */
export const passwordMark = (passwordHash: string | null): string => sha256(passwordHash ?? "").slice(0, 16);

export const sessionCaller = (db: Database, request: Request): Promise<Caller | null> => callerOf(db, request.headers);

/** The caller by the headers of a page's request. */
export const callerFromHeaders = (headers: Headers): Promise<Caller | null> => callerOf(connection().db, headers);

async function callerOf(db: Database, headers: Headers): Promise<Caller | null> {
  const session = await readSession(headers.get("cookie"));
  // What was put in by one person is never sent as another, who has signed in in the same browser since.
  const meant = headers.get("x-user-id");
  if (meant && meant !== session?.sub) return null;
  return session && membershipOf(db, session, headers.get("x-organization-id"));
}

async function readSession(cookie: string | null): Promise<Claims | null> {
  for (const cookieName of COOKIES) {
    if (!cookie?.includes(cookieName)) continue;
    const token = await getToken({
      req: { headers: { cookie } },
      secret: sessionSecret(),
      cookieName,
      salt: cookieName,
    });
    const parsed = claims.safeParse(token);
    if (parsed.success) return parsed.data;
  }
  return null;
}

export function sessionSecret(): string {
  const { AUTH_SECRET } = env();
  if (!AUTH_SECRET) throw new Error("AUTH_SECRET is not set: sessions need a secret of at least 32 characters.");
  return AUTH_SECRET;
}

/** Whether the session's user still has the password that it began with. */
export async function isLive(db: Database, token: unknown): Promise<boolean> {
  const session = claims.safeParse(token);
  if (!session.success) return false;
  const [user] = await db.select().from(users).where(eq(users.id, session.data.sub));
  return user !== undefined && passwordMark(user.passwordHash) === session.data.passwordMark;
}

/** The organization that the request names, else the one last worked in, else the oldest: of those that the user is in now. */
async function membershipOf(db: Database, session: Claims, wanted: string | null): Promise<Caller | null> {
  const named = z.guid().safeParse(wanted);
  const [row] = await db
    .select({
      passwordHash: users.passwordHash,
      organizationId: memberships.organizationId,
      workspaceId: workspaces.id,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(
      workspaces,
      and(eq(workspaces.organizationId, memberships.organizationId), eq(workspaces.isDefault, true)),
    )
    .where(eq(memberships.userId, session.sub))
    .orderBy(
      ...(named.success ? [desc(is(sql`${named.data}::uuid`))] : []),
      desc(is(users.lastOrganizationId)),
      memberships.createdAt,
      memberships.organizationId,
    )
    .limit(1);
  if (!row || passwordMark(row.passwordHash) !== session.passwordMark) return null;
  const { organizationId, workspaceId, role } = row;
  return { userId: session.sub, organizationId, workspaceId, role, apiKeyId: null };
}

const is = (organizationId: SQL | typeof users.lastOrganizationId): SQL =>
  sql`coalesce(${memberships.organizationId} = ${organizationId}, false)`;
