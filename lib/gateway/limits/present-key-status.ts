// What a key's own status shows. Pure: takes the limits and money that were read, and returns the answer.
import type { CurrentKey } from "@/lib/contracts/gateway/current-key";
import { GatewayFailure } from "../errors";
import { toUsd } from "../money/amount";
import { type AccountStatus, type Hold, tokensFreeAt } from "../money/hold-status";
import type { Caller } from "../settings";
import type { Reading } from "./reading";

/** `hold` is the money and tokens that were read; null if nothing counts them. Throws if anything could not be read. */
export function presentKeyStatus({ key }: Caller, readings: readonly Reading[], hold: Hold | null): CurrentKey {
  if (readings.some((reading) => !reading.counterReached) || hold?.life === null) {
    throw new GatewayFailure("service_unavailable", "The gateway's counters cannot be read.", { retryAfterSeconds: 2 });
  }
  const credits = hold?.accounts.find(({ kind }) => kind === "credits");
  return {
    object: "key",
    id: key.id,
    name: key.name ?? null,
    key_type: key.isManaged ? "managed" : "byok",
    organization_id: key.organizationId,
    expires_at: key.expiresAt === null ? null : instant(key.expiresAt),
    allowed_models: key.allowedModels,
    allowed_providers: key.allowedProviders ?? [],
    requests: readings.map(({ level: { name, limit }, remaining, resetAt }) => ({
      level: name,
      limit,
      remaining: Math.max(0, remaining),
      resets_at: instant(resetAt),
    })),
    tokens: (hold?.tokens ?? []).map(({ level, limit, used }) => ({
      level,
      limit,
      remaining: Math.max(0, limit - used),
      resets_at: instant(tokensFreeAt({ limit, used }, 1, hold?.claim.at ?? 0)),
    })),
    budgets: (hold?.accounts ?? []).flatMap((account) => presentBudget(account)),
    credits: credits
      ? {
          balance: toUsd(-credits.spent),
          reserved: toUsd(credits.reserved),
          remaining: toUsd(-credits.spent - credits.reserved),
        }
      : null,
  };
}

function presentBudget(account: AccountStatus): CurrentKey["budgets"] {
  if (account.kind !== "budget") return [];
  const { level, name, budget, window, spent, reserved } = account;
  return [
    {
      level,
      name: level === "user" || level === "model" ? name : null,
      period: budget.period,
      action: budget.action,
      limit: toUsd(budget.limit),
      spent: toUsd(spent),
      reserved: toUsd(reserved),
      remaining: toUsd(Math.max(0, budget.limit - spent - reserved)),
      resets_at: window.end === null ? null : instant(window.end),
    },
  ];
}

const instant = (ms: number): string => new Date(ms).toISOString();
