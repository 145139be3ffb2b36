// What an alert concludes from minutes of requests: alarms, and that one is over.
import type { AlertBaseline, AlertMemory } from "@/db/schema";
import type { AlertComparison, AlertSide } from "@/lib/contracts/alerts/names";
import { partAt } from "./baseline";
import { foldMinute, newDetector, type Tally } from "./detector";
import { foldRecovery, newRecovery } from "./recovery";

export interface Terms {
  comparison: AlertComparison;
  /** Of a fixed comparison. */
  limit: number | null;
  /** False alarms that it may raise a day. */
  perDay: number;
  /** It opens nothing for minutes that began before: minutes since 1970. */
  mutedUntil: number | null;
}

export interface Alarm {
  kind: "opened";
  side: AlertSide;
  at: number;
  /** About when the change began. */
  since: number;
  /** Of the share in question, from `since` on. */
  requests: number;
  bad: number;
  limit: number;
  /** The week before, at the same part of the day; null for a fixed limit. */
  before: { requests: number; bad: number } | null;
}
export type Finding = Alarm | { kind: "recovered"; at: number };

export const newMemory = (sides: readonly AlertSide[], baseline: AlertBaseline | null = null): AlertMemory => ({
  above: newDetector(),
  below: sides.includes("below") ? newDetector() : null,
  incident: null,
  baseline,
});

/** Half of the false alarms are for the test, and half for baselines that were lucky. */
export const shareOfTest = (comparison: AlertComparison): number => (comparison === "fixed" ? 1 : 0.5);

/** Folds minutes in, in their order. Changes the memory. */
export function advance(memory: AlertMemory, tallies: readonly Tally[], terms: Terms): Finding[] {
  const findings: Finding[] = [];
  for (const tally of tallies) {
    if (tally.requests === 0) continue;
    if (memory.incident) {
      if (!foldRecovery(memory.incident.recovery, seenFrom(memory.incident.side, tally))) continue;
      findings.push({ kind: "recovered", at: tally.at });
      reset(memory);
    } else if (terms.mutedUntil === null || tally.at >= terms.mutedUntil) {
      const alarm = alarmOf(memory, tally, terms);
      if (!alarm) continue;
      findings.push(alarm);
      const { requests, bad } = alarm.side === "below" ? mirrored(alarm) : alarm;
      const limit = alarm.side === "below" ? 1 - alarm.limit : alarm.limit;
      memory.incident = { side: alarm.side, recovery: newRecovery(limit, bad / requests, tally.at) };
    }
  }
  return findings;
}

/** Begins again, as after a recovery, a change of the alert, or the end of its silence. */
export function reset(memory: AlertMemory): void {
  memory.above = newDetector();
  if (memory.below) memory.below = newDetector();
  memory.incident = null;
}

const mirrored = <T extends { requests: number; bad: number }>(tally: T): T => ({
  ...tally,
  bad: tally.requests - tally.bad,
});
const seenFrom = (side: AlertSide, tally: Tally): Tally => (side === "below" ? mirrored(tally) : tally);

function alarmOf(memory: AlertMemory, tally: Tally, terms: Terms): Alarm | null {
  const part = partAt(memory.baseline, tally.at);
  const sides = memory.below ? (["above", "below"] as const) : (["above"] as const);
  for (const side of sides) {
    const detector = side === "below" ? memory.below : memory.above;
    const limit = terms.comparison === "fixed" ? terms.limit : (part?.[side] ?? null);
    if (!detector || limit === null) continue;
    const perDay = (terms.perDay * shareOfTest(terms.comparison)) / sides.length;
    const bet = foldMinute(detector, seenFrom(side, tally), { limit, perDay });
    if (!bet) continue;
    const { requests, bad } = side === "below" ? mirrored(bet) : bet;
    return {
      ...{ kind: "opened", side, at: tally.at, since: bet.since, requests, bad },
      limit: side === "below" ? 1 - limit : limit,
      before: terms.comparison === "fixed" || !part ? null : { requests: part.requests, bad: part.bad },
    };
  }
  return null;
}
