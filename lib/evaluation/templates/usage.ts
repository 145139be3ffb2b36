import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalLogs } from "@/db/schema";
import { lastDates } from "@/lib/annotation/reports/rules/days";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/template-detail";
import { inOrganization } from "@/lib/owned-rows";
import { estimateMean, type Scale } from "../statistics/estimate";
import { type Template, templateInOrganization } from "./loaders";
import { scaleOf } from "./rules/score";

const countWhere = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;

/** What the mean and its interval are made of, and the outcomes. */
const figures = {
  runs: sql<number>`count(*)::int`,
  scored: countWhere(sql`${evalLogs.outcome} = 'scored'`),
  unscored: countWhere(sql`${evalLogs.outcome} = 'unscored'`),
  error: countWhere(sql`${evalLogs.outcome} = 'error'`),
  passed: countWhere(sql`${evalLogs.passed}`),
  failed: countWhere(sql`not ${evalLogs.passed}`),
  values: sql<number>`count(${evalLogs.score})::int`,
  mean: sql<number | null>`avg(${evalLogs.score})`,
  squares: sql<number | null>`var_pop(${evalLogs.score}) * count(${evalLogs.score})`,
  isBinary: sql<boolean | null>`bool_and(${evalLogs.score} in (0, 1))`,
  isShare: sql<boolean | null>`bool_and(${evalLogs.score} between 0 and 1)`,
};
type UsageTally = Record<"runs" | "scored" | "unscored" | "error" | "passed" | "failed" | "values", number> & {
  mean: number | null;
  squares: number | null;
  isBinary: boolean | null;
  isShare: boolean | null;
};

const none: UsageTally = {
  ...{ runs: 0, scored: 0, unscored: 0, error: 0, passed: 0, failed: 0, values: 0 },
  ...{ mean: null, squares: null, isBinary: null, isShare: null },
};

/** Each run is a case of its own: its subject is not known to be another's. */
function present({ values, mean, squares, isBinary, isShare, ...outcomes }: UsageTally, scale: Scale) {
  const { standardError, ...score } = estimateMean({
    values,
    clusters: values,
    mean: mean ?? 0,
    squares: squares ?? 0,
    scale,
    isBinary: isBinary ?? false,
    isShare: isShare ?? false,
  });
  return { ...outcomes, score: { ...score, standard_error: standardError } };
}

/** Of a template's runs that `where` leaves, on these dates in UTC: all together, and of each date. */
export async function usageOn(
  db: Database,
  organizationId: string,
  template: Pick<Template, "id" | "version">,
  dates: readonly string[],
  where?: SQL,
) {
  const day = sql<string>`to_char(${evalLogs.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await db
    .select({ day, isAll: sql<boolean>`grouping(${day}) = 1`, ...figures })
    .from(evalLogs)
    .where(
      and(
        inOrganization(evalLogs, organizationId),
        eq(evalLogs.templateId, template.id),
        sql`${evalLogs.createdAt} >= ${`${dates[0]}T00:00:00Z`}::timestamptz`,
        where,
      ),
    )
    .groupBy(sql`grouping sets ((1), ())`);
  const byDay = new Map(rows.map((row) => [row.isAll ? "" : row.day, row]));
  const shown = (date: string) => {
    const { day: _day, isAll: _isAll, ...found } = { day: date, isAll: false, ...(byDay.get(date) ?? none) };
    return present(found, scaleOf(template.version.definition.output));
  };
  return { ...shown(""), days: dates.map((date) => ({ day: date, ...shown(date) })) };
}

export const getEvalTemplateUsage: Verb<typeof contracts.getEvalTemplateUsage> = async (
  { db, caller, now },
  { id, days },
) => {
  const template = await templateInOrganization(db, caller.organizationId, id);
  const usage = await usageOn(db, caller.organizationId, template, lastDates(now(), "UTC", days));
  return { template_id: template.id, ...usage };
};
