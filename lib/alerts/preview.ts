// What an alert would have found in the last days.
import type { Database } from "@/db/client";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/alerts/alerts";
import type { AlertMeasure } from "@/lib/contracts/alerts/names";
import { PREVIEW_DAYS } from "@/lib/contracts/limits";
import { estimateMean } from "@/lib/estimate";
import { checked, settingsOf } from "./alerts";
import { alertsOfProject } from "./load";
import { BASELINE_DAYS, sumOf } from "./rules/baseline";
import { dayOf, microsOf, startOf } from "./rules/daily-cost";
import { replay } from "./rules/replay";
import type { Settings } from "./rules/settings";
import { dailyCosts, talliesOf } from "./tallies";

const DAY = 1440;
const iso = (minute: number): string => new Date(minute * 60_000).toISOString();

export const previewAlert: Verb<typeof contracts.previewAlert> = async (
  { db, caller, now },
  { project_id, ...input },
) => {
  const { organizationId } = caller;
  const owner = { organizationId, projectId: project_id };
  const settings = await checked(db, owner, settingsOf(input));
  if (settings.measure === "daily_cost") return previewDailyCost(db, owner, settings, now());
  const known = await alertsOfProject(db, organizationId, project_id);
  const until = Math.floor(now().getTime() / 60_000) - settings.settleMinutes;
  const isWeek = settings.comparison === "week_before";
  const first = until - PREVIEW_DAYS * DAY;
  const tallies = await talliesOf(
    db,
    { ...owner, ...settings },
    { from: first - (isWeek ? BASELINE_DAYS * DAY : 0), to: until },
  );
  // Of a very busy project there may be fewer days: then a week's baseline begins later as well.
  const begin = tallies[0]?.at ?? first;
  const from = isWeek ? Math.max(first, Math.min(until, begin + DAY)) : Math.max(first, begin);
  const { alarms, limits } = replay(settings, tallies, from, sharing(known) + 1);
  const { requests, bad } = sumOf(tallies.filter(({ at }) => at >= from));
  const mean = requests > 0 ? bad / requests : 0;
  const sample = {
    values: requests,
    clusters: requests,
    mean,
    squares: 0,
    scale: "unit",
    isBinary: true,
    isShare: true,
  } as const;
  const rate = estimateMean(sample);
  return {
    since: iso(from),
    until: iso(until),
    ...{ requests, bad, rate: rate.mean, rate_interval: rate.interval, limits, greatest_day_usd: null },
    incidents: alarms.map(({ side, since, at, recoveredAt, requests, bad, limit }) => ({
      ...{ side, requests, bad, limit, spent_usd: null },
      since: iso(since),
      opened_at: iso(at + 1),
      recovered_at: recoveredAt === null ? null : iso(recoveredAt + 1),
    })),
  };
};

/** Those that share the project's false alarms. */
const sharing = (known: readonly { enabled: boolean; measure: AlertMeasure }[]): number =>
  known.filter(({ enabled, measure }) => enabled && measure !== "daily_cost").length;

/** Each day as a whole; today until now. */
async function previewDailyCost(
  db: Database,
  owner: { organizationId: string; projectId: string },
  { costUsd }: Settings,
  now: Date,
) {
  const today = dayOf(now);
  const first = today - PREVIEW_DAYS;
  const costs = await dailyCosts(db, owner, { from: first * DAY, to: (today + 1) * DAY });
  const limit = microsOf(costUsd ?? 0);
  const micros = costs.map((cost) => cost.micros);
  return {
    since: startOf(first).toISOString(),
    until: now.toISOString(),
    requests: costs.reduce((sum, { requests }) => sum + requests, 0),
    ...{ bad: null, rate: null, rate_interval: null, limits: null },
    greatest_day_usd: costs.length > 0 ? Math.max(...micros) / 1e6 : null,
    incidents: costs
      .filter((cost) => cost.micros > limit)
      .map(({ day, requests, micros: spent }) => ({
        ...{ side: "above" as const, requests, bad: null, limit: null, spent_usd: spent / 1e6 },
        since: startOf(day).toISOString(),
        opened_at: startOf(day).toISOString(),
        recovered_at: day < today ? startOf(day + 1).toISOString() : null,
      })),
  };
}
