// Authenticates the caller, in this order: Bearer API key or access token, the pair X-Api-Key + X-Secret-Key, the browser's session cookie.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, memberships } from "@/db/schema";
import { param, statement } from "@/db/statement";
import { assertAccess, assertRequirements, assertScope } from "@/lib/auth/access";
import { equalHashes, sha256 } from "@/lib/auth/hash";
import { noteUse } from "@/lib/auth/last-used";
import { forget, recall, remember } from "@/lib/auth/remembered-callers";
import { sessionCaller, tokenCaller } from "@/lib/auth/session";
import type { Caller } from "@/lib/context";
import type { Access, Contract, NeededScope } from "@/lib/contracts/contract";
import { Failure, forbidden } from "@/lib/errors";
import type { Exchange } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { isSameOrigin } from "@/lib/exchange/same-origin";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** What an operation asks of its caller. */
export type Needed<A extends Access = Access> = Pick<Contract, "scope" | "beforeRequirements"> & { access: A };

/**
 * The caller, or null on a public operation. Throws 401 without a valid credential, and 403 if the key's scopes or the role are
 * not sufficient.
 */
export async function authenticate(
  db: Database,
  request: Exchange,
  needed: Needed<Exclude<Access, "public">>,
): Promise<Caller>;
export async function authenticate(db: Database, request: Exchange, needed: Needed): Promise<Caller | null>;
export async function authenticate(db: Database, request: Exchange, needed: Needed): Promise<Caller | null> {
  const { access, scope } = needed;
  if (access === "public") return null;
  const caller = (await keyCaller(db, request, scope)) ?? (await cookieCaller(db, request));
  if (!needed.beforeRequirements) assertRequirements(caller);
  assertAccess(access, caller.role);
  return caller;
}

/** The caller who used the same credential before, for an operation that confirms it: lib/auth/remembered-callers.ts. Null if there is none. */
export function recallCaller(db: Database, request: Exchange, scope: NeededScope): Caller | null {
  const credential = credentialOf(request);
  const caller = credential && recall(credential, scope);
  if (!caller) return null;
  const network = clientAddress(request);
  if (caller.apiKeyId !== null) noteUse(db, { kind: "key", id: caller.apiKeyId, network }, null);
  if (caller.sessionId !== null) {
    if (isForeign(request)) return null;
    noteUse(db, { kind: "session", id: caller.sessionId, network }, null);
  }
  return caller;
}

/** Authenticates a request directly, if its remembered caller was not confirmed. */
export async function authenticateAnew(db: Database, request: Exchange, needed: Needed): Promise<void> {
  const credential = credentialOf(request);
  if (credential) forget(credential);
  await authenticate(db, request, needed);
}

/**
 * A hash under which a caller is remembered; null if the caller is not. A session must name its organization, because the default
 * may change. A pair of key and secret is looked up each time, because the secret may differ.
 */
function credentialOf(request: Exchange): string | null {
  const authorization = request.header("authorization");
  if (authorization) return sha256(`key ${authorization}`);
  const [cookie, organizationId] = [request.header("cookie"), request.header("x-organization-id")];
  if (request.header("x-api-key") || request.header("x-secret-key") || !cookie || !organizationId) return null;
  return sha256(`session ${organizationId} ${request.header("x-user-id") ?? ""} ${cookie}`);
}

function rememberAs(request: Exchange, caller: Caller): Caller {
  const credential = credentialOf(request);
  if (credential) remember(credential, caller);
  return caller;
}

async function keyCaller(db: Database, request: Exchange, scope: NeededScope): Promise<Caller | null> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.header("authorization") ?? "")?.[1];
  const key = request.header("x-api-key");
  const secret = request.header("x-secret-key");
  const find = (key: string, secret?: string) => findKey(db, { key, secret, scope, network: clientAddress(request) });
  const byBearer = bearer ? await find(bearer) : null;
  if (byBearer) return rememberAs(request, byBearer);
  const byToken = bearer ? await tokenCaller(db, request, bearer) : null;
  if (byToken) return byToken;
  const byPair = key && secret ? await find(key, secret) : null;
  if (byPair) return byPair;
  if (bearer || key || secret || request.header("authorization")) {
    throw new Failure("unauthenticated", "The API key or access token is not valid.", {
      code: "authentication_failed",
    });
  }
  return null;
}

const keyByHash = statement((db) =>
  db
    .select({
      id: apiKeys.id,
      organizationId: apiKeys.organizationId,
      workspaceId: apiKeys.workspaceId,
      userId: apiKeys.userId,
      secretHash: apiKeys.secretHash,
      scopes: apiKeys.scopes,
      isExpired: sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`,
      lastUsedAt: apiKeys.lastUsedAt,
      role: memberships.role,
    })
    .from(apiKeys)
    .innerJoin(
      memberships,
      and(eq(memberships.organizationId, apiKeys.organizationId), eq(memberships.userId, apiKeys.userId)),
    )
    .where(and(eq(apiKeys.keyHash, param("hash")), isNull(apiKeys.deletedAt), isNull(apiKeys.disabledAt))),
);

interface KeyUse {
  key: string;
  /** Undefined for a bearer. */
  secret: string | undefined;
  scope: NeededScope;
  network: string | null;
}

async function findKey(db: Database, { key, secret, scope, network }: KeyUse): Promise<Caller | null> {
  const [row] = await keyByHash(db, { hash: sha256(key) });
  if (!row || (secret !== undefined && !equalHashes(row.secretHash, sha256(secret)))) return null;
  const { id, organizationId, workspaceId, userId, role } = row;
  if (row.isExpired) throw new Failure("unauthenticated", "The API key has expired.", { code: "key_expired" });
  assertScope(scope, row.scopes);
  noteUse(db, { kind: "key", id, network }, row.lastUsedAt);
  return { userId, organizationId, workspaceId, role, apiKeyId: id, sessionId: null };
}

async function cookieCaller(db: Database, request: Exchange): Promise<Caller> {
  const caller = await sessionCaller(db, request);
  if (!caller) throw new Failure("unauthenticated", "Sign in, or send an API key.");
  if (isForeign(request)) {
    throw forbidden("A browser's session is only accepted from the application's own pages.", { code: "csrf_failed" });
  }
  const isRemembered = request.header("x-organization-id") === caller.organizationId && !caller.lacks;
  return isRemembered ? rememberAs(request, caller) : caller;
}

const isForeign = (request: Exchange): boolean => !SAFE_METHODS.has(request.method) && !isSameOrigin(request);
