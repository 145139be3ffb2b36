// The range and filters of a project's figures, from the address.
import type { ActivityQuery } from "@/lib/client/traces";
import { activitySplits } from "@/lib/contracts/names";
import { type Get, oneOf } from "../../../_components/address";

export const ranges = {
  "24h": "Last 24 hours",
  "3d": "Last 3 days",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
} as const;
export type RangeName = keyof typeof ranges;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Up to now, from the beginning of an hour or of a day in UTC. */
const starts: Record<RangeName, { unit: number; before: number }> = {
  "24h": { unit: HOUR_MS, before: 23 },
  "3d": { unit: HOUR_MS, before: 71 },
  "7d": { unit: DAY_MS, before: 6 },
  "30d": { unit: DAY_MS, before: 29 },
  "90d": { unit: DAY_MS, before: 89 },
};

export const filterNames = ["status", "model", "name", "user"] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Partial<Record<FilterName, string>>;

export const rangeOf = (get: Get): RangeName => oneOf(["24h", "3d", "7d", "30d", "90d"], get("range")) ?? "7d";

export const filtersOf = (get: Get): Filters =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = name === "status" ? oneOf(["OK", "ERROR", "UNSET"], get(name)) : get(name)?.slice(0, 255);
      return value ? [[name, value]] : [];
    }),
  );

export function activityInput(project_id: string, get: Get, now: Date): ActivityQuery {
  const { unit, before } = starts[rangeOf(get)];
  const { status, ...filters } = filtersOf(get);
  const known = oneOf(["OK", "ERROR", "UNSET"], status);
  return {
    project_id,
    from: new Date(Math.floor(now.getTime() / unit) * unit - before * unit).toISOString(),
    to: now.toISOString(),
    split: oneOf(activitySplits, get("split")) ?? "model",
    ...filters,
    ...(known ? { status: known } : {}),
  };
}
