// A key's remaining limits, read from the same counters and by the same rules as the gateway uses.
import type { KeyStanding } from "@/lib/contracts/gateway/standing";
import { limitLevels } from "@/lib/gateway/limits/admit";
import { presentKeyStatus } from "@/lib/gateway/limits/present-key-status";
import { liveParts } from "@/lib/gateway/live";
import { statusClaim } from "@/lib/gateway/money/claim";
import type { GatewayKeyRow } from "./projection";

/** Null for a key that can no longer be used. Throws `service_unavailable` while the counters cannot be read. */
export async function keyStatusOf(row: GatewayKeyRow, now: Date): Promise<KeyStanding | null> {
  if (row.revokedAt || (row.expiresAt && row.expiresAt <= now)) return null;
  const { directory, limiter, money } = liveParts();
  const { key, ...settings } = await directory.find(row.keyHash);
  if (!key) return null;
  const caller = { ...settings, key };
  const claim = statusClaim({ caller, user: key.owner ?? null, at: now.getTime() });
  const [readings, hold] = await Promise.all([
    limiter.peek(limitLevels(caller)),
    claim ? money.hold(claim, false) : null,
  ]);
  const { requests, tokens, budgets, credits } = presentKeyStatus(caller, readings, hold);
  return { requests, tokens, budgets, credits };
}
