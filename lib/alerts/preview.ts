// What an alert would have found in the last days.
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/alerts/alerts";
import { PREVIEW_DAYS } from "@/lib/contracts/limits";
import { estimateMean } from "@/lib/estimate";
import { checked, settingsOf } from "./alerts";
import { alertsOfProject } from "./load";
import { BASELINE_DAYS, sumOf } from "./rules/baseline";
import { replay } from "./rules/replay";
import { talliesOf } from "./tallies";

const DAY = 1440;
const iso = (minute: number): string => new Date(minute * 60_000).toISOString();

export const previewAlert: Verb<typeof contracts.previewAlert> = async (
  { db, caller, now },
  { project_id, ...input },
) => {
  const { organizationId } = caller;
  const owner = { organizationId, projectId: project_id };
  const settings = await checked(db, owner, settingsOf(input));
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
  const { alarms, limits } = replay(settings, tallies, from, known.filter(({ enabled }) => enabled).length + 1);
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
    ...{ requests, bad, rate: rate.mean, rate_interval: rate.interval, limits },
    incidents: alarms.map(({ side, since, at, recoveredAt, requests, bad, limit }) => ({
      ...{ side, requests, bad, limit },
      since: iso(since),
      opened_at: iso(at + 1),
      recovered_at: recoveredAt === null ? null : iso(recoveredAt + 1),
    })),
  };
};
