// The keys that a caller administers: an Owner or Admin those of the own organization alone, and another's are not found.
import { and, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayKeys } from "@/db/schema";
import type { Scope, Verb } from "@/lib/context";
import type * as keys from "@/lib/contracts/gateway/keys";
import { type GatewayKey, MAX_KEYS_WITH_STANDING } from "@/lib/contracts/gateway/keys";
import { invalidField } from "@/lib/errors";
import { GatewayFailure } from "@/lib/gateway/errors";
import { hasText } from "@/lib/pages";
import { presentKey } from "./present";
import type { GatewayKeyRow } from "./projection";
import { keyStatusOf } from "./standing";

export const listGatewayKeys: Verb<typeof keys.listGatewayKeys> = async ({ db, now, scope }, input) => {
  const { limit, after } = input;
  if (input.standing && limit > MAX_KEYS_WITH_STANDING)
    throw invalidField("limit", `Must be at most ${MAX_KEYS_WITH_STANDING} with standing.`);
  const [last] =
    after === undefined
      ? []
      : await db
          .select(position)
          .from(gatewayKeys)
          .where(and(within(scope), eq(gatewayKeys.id, after)));
  if (after !== undefined && !last) missing(after);
  const rows = await db
    .select()
    .from(gatewayKeys)
    .where(
      and(
        within(scope),
        matching(input, now()),
        last && sql`(${gatewayKeys.createdAt}, ${gatewayKeys.id}) < (${last.createdAt}, ${last.id})`,
      ),
    )
    .orderBy(desc(gatewayKeys.createdAt), desc(gatewayKeys.id))
    .limit(limit + 1);
  const data = await Promise.all(
    rows.slice(0, limit).map((row) => (input.standing ? presentWithStatus(row, now()) : presentKey(row, now()))),
  );
  return { object: "list", data, has_more: rows.length > limit };
};

export const getGatewayKey: Verb<typeof keys.getGatewayKey> = async ({ db, now, scope }, input) => {
  const row = await foundKey(db, scope, input.key_id);
  return input.standing ? presentWithStatus(row, now()) : presentKey(row, now());
};

const presentWithStatus = async (row: GatewayKeyRow, now: Date): Promise<GatewayKey> => ({
  ...presentKey(row, now),
  standing: await keyStatusOf(row, now),
});

export async function foundKey(db: Database, scope: Scope, id: string): Promise<GatewayKeyRow> {
  const [row] = await db
    .select()
    .from(gatewayKeys)
    .where(and(within(scope), eq(gatewayKeys.id, id)));
  return row ?? missing(id);
}

export async function lockedKey(tx: Database, scope: Scope, id: string): Promise<GatewayKeyRow> {
  const [row] = await tx
    .select()
    .from(gatewayKeys)
    .where(and(within(scope), eq(gatewayKeys.id, id)))
    .for("update");
  return row ?? missing(id);
}

function missing(id: string): never {
  throw new GatewayFailure("key_not_found", `There is no key ${id}.`);
}

const within = ({ organizationId }: Scope): SQL | undefined =>
  organizationId === null ? undefined : eq(gatewayKeys.organizationId, organizationId);

function matching(
  { search, status }: { search?: string | undefined; status?: GatewayKey["status"] | undefined },
  now: Date,
): SQL | undefined {
  const { name, owner, keyHint, revokedAt, expiresAt, pausedAt } = gatewayKeys;
  const found = search ? or(hasText(name, search), hasText(owner, search), hasText(keyHint, search)) : undefined;
  const isUsable = and(isNull(revokedAt), or(isNull(expiresAt), gt(expiresAt, now)));
  const states = {
    revoked: isNotNull(revokedAt),
    expired: and(isNull(revokedAt), lte(expiresAt, now)),
    paused: and(isUsable, isNotNull(pausedAt)),
    active: and(isUsable, isNull(pausedAt)),
  };
  return and(found, status && states[status]);
}

// As text, which keeps the microseconds.
const position = { id: gatewayKeys.id, createdAt: sql<string>`${gatewayKeys.createdAt}::text` };
