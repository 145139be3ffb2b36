// The gateway key for an organization's judge calls. It is derived from the server's secret, and never stored or shown.
// Its row is an ordinary one, so limits, budgets and allowed models can be set on it as on any key.
import { createHmac } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayKeys } from "@/db/schema";
import { sha256 } from "@/lib/auth/hash";
import { variable } from "@/lib/env";
import { Failure } from "@/lib/errors";
import { changeProjected, projectGatewayKey } from "@/lib/gateway-admin/projection";

const NAME = "Evaluations";

export async function judgeKeyOf(db: Database, organizationId: string): Promise<string> {
  const key = keyOf(organizationId);
  if ((await judgeKeyIdOf(db, organizationId)) === null) await createJudgeKey(db, organizationId, sha256(key));
  return key;
}

/** Null before the first call. */
export async function judgeKeyIdOf(db: Database, organizationId: string): Promise<string | null> {
  const keyHash = sha256(keyOf(organizationId));
  const [known] = await db.select({ id: gatewayKeys.id }).from(gatewayKeys).where(eq(gatewayKeys.keyHash, keyHash));
  return known?.id ?? null;
}

function keyOf(organizationId: string, secret = variable("AUTH_SECRET")): string {
  if (!secret)
    throw new Failure("unavailable", "AUTH_SECRET is not set on this server, without which no judge is called.");
  return `sk-assay-${createHmac("sha256", secret).update(`evaluations of ${organizationId}`).digest("hex")}`;
}

/** Two simultaneous first runs make one key. */
const createJudgeKey = (db: Database, organizationId: string, keyHash: string): Promise<void> =>
  changeProjected(db, async (tx) => {
    const [row] = await tx
      .insert(gatewayKeys)
      .values({
        organizationId,
        name: NAME,
        keyHint: "sk-assay-(evaluations)",
        keyHash,
        metadata: { purpose: "evaluations" },
      })
      .onConflictDoNothing()
      .returning();
    if (row) await projectGatewayKey(tx, row);
  });

const KEYS_AT_ONCE = 200;
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Gives the keys that follow from a former secret the one that follows from the new one. Returns how many there were. */
export async function moveJudgeKeys(db: Database, secret: string, former: string): Promise<number> {
  let moved = 0;
  for (let after = NO_ID; ; ) {
    const rows = await db
      .select({ id: gatewayKeys.id, organizationId: gatewayKeys.organizationId, keyHash: gatewayKeys.keyHash })
      .from(gatewayKeys)
      .where(and(isNull(gatewayKeys.revokedAt), gt(gatewayKeys.id, after), sql`metadata ->> 'purpose' = 'evaluations'`))
      .orderBy(gatewayKeys.id)
      .limit(KEYS_AT_ONCE);
    for (const { id, organizationId, keyHash } of rows) {
      if (organizationId === null || keyHash !== sha256(keyOf(organizationId, former))) continue;
      const next = sha256(keyOf(organizationId, secret));
      // A server with the new secret may have made its key already: then nobody may call with the former one.
      await db.execute(sql`
        update gateway_keys set
          key_hash = case when exists (select from gateway_keys where key_hash = ${next}) then key_hash else ${next} end,
          revoked_at = case when exists (select from gateway_keys where key_hash = ${next}) then now() end
        where id = ${id} and key_hash = ${keyHash}`);
      moved += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < KEYS_AT_ONCE) return moved;
    after = last.id;
  }
}
