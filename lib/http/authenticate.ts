// Authenticates the caller, in this order: Bearer API key or access token, the pair X-Api-Key + X-Secret-Key, the browser's session cookie.
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, memberships } from "@/db/schema";
import { param, statement } from "@/db/statement";
import { assertAccess } from "@/lib/auth/access";
import { equalHashes, sha256 } from "@/lib/auth/hash";
import { noteUse } from "@/lib/auth/last-used";
import { forget, recall, remember } from "@/lib/auth/remembered-callers";
import { sessionCaller, tokenCaller } from "@/lib/auth/session";
import type { Caller } from "@/lib/context";
import type { Access } from "@/lib/contracts/contract";
import { Failure, forbidden } from "@/lib/errors";
import type { Exchange } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { isSameOrigin } from "@/lib/exchange/same-origin";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** The caller, or null on a public operation. Throws 401 without a valid credential and 403 if the role is not sufficient. */
export async function authenticate(db: Database, request: Exchange, access: Exclude<Access, "public">): Promise<Caller>;
export async function authenticate(db: Database, request: Exchange, access: Access): Promise<Caller | null>;
export async function authenticate(db: Database, request: Exchange, access: Access): Promise<Caller | null> {
  if (access === "public") return null;
  const caller = (await keyCaller(db, request)) ?? (await cookieCaller(db, request));
  assertAccess(access, caller.role);
  return caller;
}

/** The caller who used the same credential before, for an operation that confirms it: lib/auth/remembered-callers.ts. Null if there is none. */
export function recallCaller(db: Database, request: Exchange): Caller | null {
  const credential = credentialOf(request);
  const caller = credential && recall(credential);
  if (!caller) return null;
  if (caller.apiKeyId !== null) noteUse(db, { kind: "key", id: caller.apiKeyId }, null);
  if (caller.sessionId !== null) {
    if (isForeign(request)) return null;
    noteUse(db, { kind: "session", id: caller.sessionId, network: clientAddress(request) }, null);
  }
  return caller;
}

/** Authenticates a request directly, if its remembered caller was not confirmed. */
export async function authenticateAnew(db: Database, request: Exchange, access: Access): Promise<void> {
  const credential = credentialOf(request);
  if (credential) forget(credential);
  await authenticate(db, request, access);
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

async function keyCaller(db: Database, request: Exchange): Promise<Caller | null> {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.header("authorization") ?? "")?.[1];
  const key = request.header("x-api-key");
  const secret = request.header("x-secret-key");
  const byBearer = bearer ? await findKey(db, bearer) : null;
  if (byBearer) return rememberAs(request, byBearer);
  const byToken = bearer ? await tokenCaller(db, request, bearer) : null;
  if (byToken) return byToken;
  const byPair = key && secret ? await findKey(db, key, secret) : null;
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

async function findKey(db: Database, key: string, secret?: string): Promise<Caller | null> {
  const [row] = await keyByHash(db, { hash: sha256(key) });
  if (!row || (secret !== undefined && !equalHashes(row.secretHash, sha256(secret)))) return null;
  const { id, organizationId, workspaceId, userId, role } = row;
  noteUse(db, { kind: "key", id }, row.lastUsedAt);
  return { userId, organizationId, workspaceId, role, apiKeyId: id, sessionId: null };
}

async function cookieCaller(db: Database, request: Exchange): Promise<Caller> {
  const caller = await sessionCaller(db, request);
  if (!caller) throw new Failure("unauthenticated", "Sign in, or send an API key.");
  if (isForeign(request)) {
    throw forbidden("A browser's session is only accepted from the application's own pages.", { code: "csrf_failed" });
  }
  return request.header("x-organization-id") === caller.organizationId ? rememberAs(request, caller) : caller;
}

const isForeign = (request: Exchange): boolean => !SAFE_METHODS.has(request.method) && !isSameOrigin(request);
