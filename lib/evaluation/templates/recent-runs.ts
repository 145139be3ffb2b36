// The runs of templates in the last thirty days, by day.
import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalLogs } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/template-list";
import { groupBy } from "@/lib/group-by";
import { templatesInOrganization } from "./loaders";

const MONTH_MS = 30 * 24 * 3_600_000;

interface DayRuns {
  day: string;
  runs: number;
  errors: number;
}

/** Days with runs by template, earliest first. */
export async function recentRuns(db: Database, organizationId: string, ids: readonly string[], now: Date) {
  const since = new Date(now.getTime() - MONTH_MS).toISOString();
  if (ids.length === 0) return new Map<string, never[]>();
  const rows = await db
    .select({
      id: evalLogs.templateId,
      day: sql<string>`to_char(${evalLogs.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`,
      runs: count(),
      errors: sql<number>`count(*) filter (where ${evalLogs.outcome} = 'error')::int`,
    })
    .from(evalLogs)
    .where(
      and(
        eq(evalLogs.organizationId, organizationId),
        inArray(evalLogs.templateId, [...ids]),
        isNull(evalLogs.deletedAt),
        sql`${evalLogs.createdAt} >= ${since}::timestamptz`,
      ),
    )
    .groupBy(sql`1, 2`)
    .orderBy(sql`2`);
  return groupBy(rows, ({ id }) => id);
}

export function presentRecentRuns(days: readonly DayRuns[]) {
  const runs = days.reduce((sum, day) => sum + day.runs, 0);
  const errors = days.reduce((sum, day) => sum + day.errors, 0);
  return {
    thirty_day_run_count: runs,
    error_rate: runs === 0 ? null : errors / runs,
    thirty_day_error_rate: runs === 0 ? null : days.map((day) => ({ day: day.day, rate: day.errors / day.runs })),
    thirty_day_chart: days.map((day) => ({ day: day.day, runs: day.runs })),
  };
}

export const listEvalTemplateCharts: Verb<typeof contracts.listEvalTemplateCharts> = async (
  { db, caller, now },
  { template_ids: ids },
) => {
  const templates = await templatesInOrganization(db, caller.organizationId, ids);
  const visible = templates.map(({ id }) => id);
  const runs = await recentRuns(db, caller.organizationId, visible, now());
  return { charts: Object.fromEntries(visible.map((id) => [id, presentRecentRuns(runs.get(id) ?? [])])) };
};
