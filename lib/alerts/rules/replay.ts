// What an alert would have found in past minutes.
import { groupBy } from "@/lib/group-by";
import { type Alarm, advance, newMemory } from "./advance";
import { BASELINE_DAYS, baselineOf, sumOf } from "./baseline";
import type { Tally } from "./detector";
import { alarmsPerDay, riskOf, type Settings, sidesOf } from "./settings";

const DAY = 1440;

export interface Replayed {
  alarms: (Alarm & { recoveredAt: number | null })[];
  limits: { from: number; to: number } | null;
}

/** `tallies` begin a week before `from` if the alert compares with it. */
export function replay(settings: Settings, tallies: readonly Tally[], from: number, alerts: number): Replayed {
  const memory = newMemory(sidesOf(settings.measure));
  const { comparison, limitShare: limit } = settings;
  const terms = { comparison, limit, perDay: alarmsPerDay(settings, alerts), mutedUntil: null };
  const alarms: Replayed["alarms"] = [];
  const limits: number[] = [];
  for (const [day, own] of groupBy(
    tallies.filter(({ at }) => at >= from),
    ({ at }) => Math.floor(at / DAY),
  )) {
    if (comparison === "week_before" && !memory.incident) {
      const week = tallies.filter(({ at }) => at >= (day - BASELINE_DAYS) * DAY && at < day * DAY);
      memory.baseline = baselineOf(day, hoursOf(week), { risk: riskOf(settings, alerts), margin: settings.margin });
      limits.push(...memory.baseline.parts.flatMap(({ above }) => above ?? []));
    }
    for (const finding of advance(memory, own, terms)) {
      const last = alarms.at(-1);
      if (finding.kind === "opened") alarms.push({ ...finding, recoveredAt: null });
      else if (last) last.recoveredAt = finding.at;
    }
  }
  if (limit !== null && comparison === "fixed") limits.push(limit);
  return { alarms, limits: limits.length > 0 ? { from: Math.min(...limits), to: Math.max(...limits) } : null };
}

/** Tallies of minutes as tallies of their hours. */
export function hoursOf(tallies: readonly Tally[]): Tally[] {
  const hours = groupBy(tallies, ({ at }) => Math.floor(at / 60) * 60);
  return [...hours].map(([at, own]) => ({ at, ...sumOf(own) }));
}
