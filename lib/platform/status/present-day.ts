import type { statusDays } from "@/db/schema";
import { statusParts } from "@/lib/contracts/names";

/** None for a part that this version does not know. */
export function presentDay(row: typeof statusDays.$inferSelect) {
  const part = statusParts.find((name) => name === row.part);
  if (!part) return [];
  return [
    {
      day: row.day,
      part,
      working_minutes: row.workingMinutes,
      degraded_minutes: row.degradedMinutes,
      down_minutes: row.downMinutes,
    },
  ];
}
