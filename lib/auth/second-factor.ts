// A person's second factor at sign-in: a code of an authenticator app, or one of ten recovery codes.
import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { secondFactors, userSessions } from "@/db/schema";
import { unseal, whenNotOpened } from "./encryption";
import { sha256 } from "./hash";
import { isAppCode, plainCode, stepOf } from "./rules/totp";
import { openingSecrets } from "./session-secret";

export type FactorRow = typeof secondFactors.$inferSelect;

export const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 8;

/** The second factor that a sign-in must show; null for none. */
export async function factorOf(db: Database, userId: string): Promise<FactorRow | null> {
  const [row] = await db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt)));
  return row ?? null;
}

/** Whether a code is right; then it is used up. Of the same code at once, one is accepted. */
export function acceptCode(db: Database, factor: FactorRow, typed: string): Promise<boolean> {
  const code = plainCode(typed);
  return isAppCode(code) ? acceptAppCode(db, factor, code) : acceptRecoveryCode(db, factor.userId, code);
}

export async function acceptAppCode(db: Database, { userId, secret }: FactorRow, code: string): Promise<boolean> {
  // After a change of AUTH_SECRET only the recovery codes are left.
  const opened = await unseal(secret, openingSecrets()).catch(whenNotOpened(() => null));
  const step = opened === null ? null : stepOf(opened, code, Date.now());
  if (step === null) return false;
  const used = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.secret, secret), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return used.length > 0;
}

async function acceptRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  const hash = sha256(code);
  const used = await db
    .update(secondFactors)
    .set({ recoveryHashes: sql`array_remove(${secondFactors.recoveryHashes}, ${hash})` })
    .where(and(eq(secondFactors.userId, userId), sql`${hash} = any(${secondFactors.recoveryHashes})`))
    .returning({ userId: secondFactors.userId });
  return used.length > 0;
}

/** Ten codes to show once, and the hashes to store. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = randomBytes(RECOVERY_BYTES).toString("hex");
    return `${text.slice(0, 8)}-${text.slice(8)}`;
  });
  return { codes, hashes: codes.map((code) => sha256(plainCode(code))) };
}

/**
 * Removes a person's second factor. What their sessions have shown counts no longer, except where a company's provider began
 * them. False if there was none.
 */
export async function removeFactor(db: Database, userId: string): Promise<boolean> {
  const removed = await db.delete(secondFactors).where(eq(secondFactors.userId, userId)).returning();
  await db
    .update(userSessions)
    .set({ hasSecondFactor: false })
    .where(and(eq(userSessions.userId, userId), isNull(userSessions.organizationId)));
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}
