// When a day has cost too much. Plain arithmetic: what was spent is known.
const DAY_MS = 86_400_000;

/** Of one day (UTC): days since 1970, and micro-dollars. */
export interface DayCost {
  day: number;
  /** Traces whose cost is known. */
  requests: number;
  micros: number;
}

export const microsOf = (usd: number): number => Math.round(usd * 1e6);
export const dayOf = (moment: Date): number => Math.floor(moment.getTime() / DAY_MS);
export const startOf = (day: number): Date => new Date(day * DAY_MS);

/** Incidents of the alert: the open one, and those that it has opened for the day. */
export interface DayIncident {
  since: Date;
  isOpen: boolean;
  limitMicros: number | null;
}

export type DayFinding = { kind: "recovered"; at: Date } | { kind: "opened"; since: Date; limitMicros: number };

/** An incident ends with its day, and a limit opens one a day: also if somebody has closed it. */
export function dayFindings(
  cost: DayCost,
  { limitMicros, isMuted }: { limitMicros: number; isMuted: boolean },
  incidents: readonly DayIncident[],
): DayFinding[] {
  const since = startOf(cost.day);
  const open = incidents.find(({ isOpen }) => isOpen);
  const ended = open && open.since < since ? [{ kind: "recovered", at: startOf(dayOf(open.since) + 1) } as const] : [];
  const isKnown = incidents.some(
    (incident) =>
      incident.since.getTime() === since.getTime() && (incident.isOpen || incident.limitMicros === limitMicros),
  );
  if (cost.micros <= limitMicros || isMuted || isKnown) return ended;
  return [...ended, { kind: "opened", since, limitMicros }];
}
