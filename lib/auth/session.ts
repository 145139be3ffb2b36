// The caller by a browser's session cookie: an encrypted token with the id of the session's row, which must still be valid.
import { getToken } from "@auth/core/jwt";
import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { connection, type Database } from "@/db/client";
import { memberships, organizations, userSessions, users, workspaces } from "@/db/schema";
import { param, statement } from "@/db/statement";
import { BoundedMap } from "@/lib/bounds/bounded-map";
import type { Caller, Requirement } from "@/lib/context";
import type { Headed } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { asksForCompany } from "./company-requirement";
import { noteUse } from "./last-used";
import { openingSecrets } from "./session-secret";
import { readToken, type SessionClaims, sessionClaims } from "./session-token";
import { endSession, isLive } from "./user-sessions";

const COOKIES = ["__Secure-authjs.session-token", "authjs.session-token"] as const;

export async function sessionCaller(db: Database, request: Headed): Promise<Caller | null> {
  const named = await readSession(request.header("cookie"));
  // One user's work is never sent as another user who has signed in in the same browser since.
  const meant = request.header("x-user-id");
  if (meant && meant !== named?.sub) return null;
  return named && callerIn(db, request, named);
}

/** The caller by a session's access token; null if it is not one or the session has ended. */
export async function tokenCaller(db: Database, request: Headed, token: string): Promise<Caller | null> {
  const named = await readToken("access", token);
  return named && callerIn(db, request, named);
}

async function callerIn(db: Database, request: Headed, named: SessionClaims): Promise<Caller | null> {
  const found = await findSession(db, named, request.header("x-organization-id"));
  if (!found) return null;
  const { session, organizationId, workspaceId, role } = found;
  noteUse(db, { kind: "session", id: session.id, network: clientAddress(request) }, session.lastSeenAt);
  const lacks = lackedBy(found);
  return {
    ...{ userId: named.sub, organizationId, workspaceId, role, apiKeyId: null, sessionId: session.id },
    ...(lacks ? { lacks } : {}),
    ...(session.organizationId ? { isCompanySession: true } : {}),
  };
}

/** The company's sign-in comes first: it counts as one with a second factor. */
const lackedBy = (found: { lacksCompany: boolean; lacksSecondFactor: boolean }): Requirement | null =>
  found.lacksCompany ? "company_sign_in" : found.lacksSecondFactor ? "second_factor" : null;

/** The caller, from the headers of a page request. */
export const callerFromHeaders = (headers: Headers): Promise<Caller | null> =>
  sessionCaller(connection().db, { header: (name) => headers.get(name) });

/** Ends the session of the request's cookie, if any: a copy of the cookie no longer works. */
export async function endSessionOf(db: Database, request: Headed): Promise<void> {
  const named = await readSession(request.header("cookie"));
  if (named) await endSession(db, { userId: named.sub }, named.sid);
}

// Cached by secret and token: deriving the key and decrypting is the slowest part of authentication.
const read = new BoundedMap<SessionClaims>(10_000);

async function readSession(cookie: string | null): Promise<SessionClaims | null> {
  for (const cookieName of COOKIES) {
    if (!cookie?.includes(cookieName)) continue;
    const secret = openingSecrets();
    const value = cookie.match(new RegExp(`(?:^|; *)${cookieName}=([^;]+)`))?.[1];
    const known = value && read.get(`${secret} ${value}`);
    if (known && known.exp * 1000 > Date.now()) return known;
    const token = await getToken({ req: { headers: { cookie } }, secret, cookieName, salt: cookieName });
    const parsed = sessionClaims.safeParse(token);
    if (!parsed.success) continue;
    if (value) read.set(`${secret} ${value}`, parsed.data);
    return parsed.data;
  }
  return null;
}

/**
 * The session, with the organization that the request names, else the last used, else the oldest, among those that the
 * session reaches and the user is a member of. Null if the session has ended for any reason.
 */
export async function findSession(db: Database, { sub, sid }: SessionClaims, requestedOrganization: string | null) {
  const named = z.guid().safeParse(requestedOrganization);
  const [row] = await sessionById(db, { sub, sid, requestedOrganization: named.success ? named.data : null });
  return row && isLive(row) ? row : null;
}

const is = (organizationId: SQL | typeof users.lastOrganizationId): SQL =>
  sql`coalesce(${memberships.organizationId} = ${organizationId}, false)`;

const sessionById = statement((db) =>
  db
    .select({
      session: {
        id: userSessions.id,
        passwordMark: userSessions.passwordMark,
        lastSeenAt: userSessions.lastSeenAt,
        organizationId: userSessions.organizationId,
      },
      passwordHash: users.passwordHash,
      organizationId: memberships.organizationId,
      workspaceId: workspaces.id,
      lacksSecondFactor: sql<boolean>`${organizations.requiresSecondFactor} and not ${userSessions.hasSecondFactor}`,
      lacksCompany: sql<boolean>`${userSessions.organizationId} is null and ${asksForCompany({
        organizationId: sql`${memberships.organizationId}`,
        role: sql`${memberships.role}`,
        email: sql`${users.email}`,
      })}`,
      role: memberships.role,
    })
    .from(userSessions)
    .innerJoin(users, eq(users.id, userSessions.userId))
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .innerJoin(
      workspaces,
      and(eq(workspaces.organizationId, memberships.organizationId), eq(workspaces.isDefault, true)),
    )
    .where(
      and(
        eq(userSessions.id, param("sid")),
        eq(userSessions.userId, param("sub")),
        gt(userSessions.expiresAt, sql`now()`),
        or(isNull(userSessions.organizationId), eq(userSessions.organizationId, memberships.organizationId)),
      ),
    )
    .orderBy(
      desc(is(sql`${param("requestedOrganization")}::uuid`)),
      desc(is(users.lastOrganizationId)),
      memberships.createdAt,
      memberships.organizationId,
    )
    .limit(1),
);
