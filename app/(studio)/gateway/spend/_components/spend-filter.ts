// The filter of the spend screen, from the address.
import type { SpendQuery } from "@/lib/client/gateway-log";

export const ranges = [7, 30, 90] as const;
const DAY_MS = 86_400_000;

export interface SpendFilter {
  days: (typeof ranges)[number];
  model: string | undefined;
  key: string | undefined;
  user: string | undefined;
  provider: string | undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function spendFilterOf(get: (name: string) => string | undefined): SpendFilter {
  const key = get("key");
  const cut = (name: string) => get(name)?.slice(0, 255);
  return {
    days: ranges.find((days) => String(days) === get("days")) ?? 30,
    model: cut("model"),
    key: key && UUID.test(key) ? key : undefined,
    user: cut("user"),
    provider: cut("provider"),
  };
}

/** The days up to today in UTC, as in the ledger. */
export function spendInput({ days, model, key, user, provider }: SpendFilter, now: Date): Omit<SpendQuery, "by"> {
  const day = (ago: number) => new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  return {
    from: day(days - 1),
    to: day(0),
    ...(model ? { model } : {}),
    ...(key ? { key_id: key } : {}),
    ...(user ? { user } : {}),
    ...(provider ? { provider } : {}),
  };
}
