import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import type { GatewayKeyRow } from "./projection";

const MICROS = 1_000_000;

/** USD to whole millionths. */
export const toMicros = (usd: number): bigint => BigInt(Math.round(usd * MICROS));

export function presentKey(row: GatewayKeyRow, now: Date): GatewayKey {
  const isExpired = row.expiresAt !== null && row.expiresAt <= now;
  return {
    id: row.id,
    key_prefix: row.keyHint,
    name: row.name,
    owner: row.owner,
    status: row.revokedAt ? "revoked" : isExpired ? "expired" : "active",
    key_type: row.keyType,
    credit_balance: row.creditBalanceMicros === null ? null : Number(row.creditBalanceMicros) / MICROS,
    rate_limit_rpm: row.rateLimitRpm,
    rate_limit_tpm: row.rateLimitTpm,
    allowed_models: row.allowedModels,
    allowed_providers: row.allowedProviders,
    allowed_ips: row.allowedIps,
    organization_id: row.organizationId,
    tracing: row.tracing,
    metadata: row.metadata,
    expires_at: row.expiresAt?.toISOString() ?? null,
    grace_ends_at: row.graceEndsAt && row.graceEndsAt > now ? row.graceEndsAt.toISOString() : null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** What is stored and told, but not acted on. */
export const unenforced = {
  budgets: "Budgets are stored, but not enforced by this version.",
  tokenLimits: "Limits of tokens per minute are stored, but not enforced by this version.",
  credits: "Credit balances are stored, but not charged by this version.",
} as const;

/** A key as the answer to a change of it, which says what of the key has no effect. */
export const presentWrittenKey = (row: GatewayKeyRow, now: Date) => ({
  ...presentKey(row, now),
  warnings: [
    ...(row.creditBalanceMicros === null ? [] : [unenforced.credits]),
    ...(row.rateLimitTpm ? [unenforced.tokenLimits] : []),
  ],
});
