import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { toUsd } from "@/lib/gateway/money/amount";
import type { GatewayKeyRow } from "./projection";

export function presentKey(row: GatewayKeyRow, now: Date): GatewayKey {
  return {
    id: row.id,
    key_prefix: row.keyHint,
    name: row.name,
    owner: row.owner,
    status: statusOf(row, now),
    key_type: row.keyType,
    credit_balance: row.keyType === "managed" ? toUsd(Number(row.creditBalanceMicros ?? 0)) : null,
    rate_limit_rpm: row.rateLimitRpm,
    rate_limit_tpm: row.rateLimitTpm,
    budget: row.budget,
    allowed_models: row.allowedModels,
    allowed_providers: row.allowedProviders,
    allowed_ips: row.allowedIps,
    organization_id: row.organizationId,
    tracing: row.tracing,
    metadata: row.metadata,
    expires_at: row.expiresAt?.toISOString() ?? null,
    grace_ends_at: row.graceEndsAt && row.graceEndsAt > now ? row.graceEndsAt.toISOString() : null,
    paused_at: row.pausedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** What ends a key for good comes first. */
function statusOf({ revokedAt, expiresAt, pausedAt }: GatewayKeyRow, now: Date): GatewayKey["status"] {
  if (revokedAt) return "revoked";
  if (expiresAt && expiresAt <= now) return "expired";
  return pausedAt ? "paused" : "active";
}
