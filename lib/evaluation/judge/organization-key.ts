// The gateway key for an organization's judge calls. It is derived from the server's secret, and never stored or shown.
// Its row is an ordinary one, so limits, budgets and allowed models can be set on it as on any key.
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
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

function keyOf(organizationId: string): string {
  const secret = variable("AUTH_SECRET");
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
