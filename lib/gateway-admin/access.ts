// Whose gateway a request may administer: every organization's with the operator's token, its own with the session or API key
// of an Owner or Admin. Operations for the operator only are listed in docs/decisions/0044-gateway-access.md.
import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { organizations } from "@/db/schema";
import { equalHashes, sha256 } from "@/lib/auth/hash";
import { assertAttemptsLeft, limits, secondsUntilAttempt, spendAttempt } from "@/lib/auth/throttle";
import type { Scope } from "@/lib/context";
import { variable } from "@/lib/env";
import { Failure } from "@/lib/errors";
import type { Exchange } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { GatewayFailure } from "@/lib/gateway/errors";
import { authenticate } from "@/lib/http/authenticate";

const operator: Scope = { organizationId: null, userId: null };

/** Throws 401 without a good credential, 403 to Members and Viewers, 429 to an address that has guessed tokens too often. */
export async function scopeOf(db: Database, request: Exchange): Promise<Scope> {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.header("authorization") ?? "")?.[1];
  if (bearer && isOperators(bearer)) {
    // An answer would confirm a correct guess.
    assertAttemptsLeft(await waitOf(db, request));
    return operator;
  }
  try {
    const admin = { access: "gateway", scope: "admin" } as const;
    const { organizationId, userId, apiKeyId } = await authenticate(db, request, admin);
    return { organizationId, userId, apiKeyId };
  } catch (error) {
    if (bearer && isUnknown(error)) throw await wrongToken(db, request);
    throw error;
  }
}

function isOperators(bearer: string): boolean {
  const token = variable("ADMIN_TOKEN");
  return token !== undefined && token !== "" && equalHashes(sha256(bearer), sha256(token));
}

const isUnknown = (error: unknown): boolean => error instanceof Failure && error.kind === "unauthenticated";

/** Wrong ones are counted by address, until even the right one waits. */
async function wrongToken(db: Database, request: Exchange): Promise<GatewayFailure> {
  if (!variable("ADMIN_TOKEN")) {
    const closed = "The operator's API is disabled: ADMIN_TOKEN is not set on this server.";
    return new GatewayFailure("permission_denied", closed);
  }
  assertAttemptsLeft(await waitOf(db, request));
  await spendAttempt(db, limits.adminToken, addressOf(request));
  return new GatewayFailure("unauthorized", "The token or API key is not valid.");
}

const waitOf = (db: Database, request: Exchange) => secondsUntilAttempt(db, limits.adminToken, addressOf(request));

const addressOf = (request: Exchange): string => clientAddress(request) ?? "unknown";

/** The organization that an operation is about. Another one's is not found by an Owner or Admin, as one that there is not. */
export function assertWithin({ organizationId }: Scope, id: string): void {
  if (organizationId !== null && organizationId !== id.toLowerCase()) throw noOrganization(id);
}

/** The organization that an operation is about, where nothing else would miss one that there is not. */
export async function organizationWithin(db: Database, scope: Scope, id: string): Promise<string> {
  assertWithin(scope, id);
  const [found] = await db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, id));
  if (!found) throw noOrganization(id);
  return found.id;
}

export const noOrganization = (id: string): GatewayFailure =>
  new GatewayFailure("not_found", `There is no organization ${id}.`);

/** Refuses an Owner or Admin if only the operator may do this. */
export function assertOperator({ organizationId }: Scope, message: string, param?: string): void {
  if (organizationId !== null) throw new GatewayFailure("permission_denied", message, param ? { param } : {});
}
