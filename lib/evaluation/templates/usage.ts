import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalLogs } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/templates/usage";
import { estimateMean, type Scale } from "@/lib/estimate";
import { inOrganization } from "@/lib/owned-rows";
import { newestFirst } from "@/lib/pages";
import { type Template, templateInOrganization } from "./loaders";
import { scaleOf } from "./rules/score";
import { lastDays, type UsageWindow, windowOf } from "./rules/usage-window";

const countWhere = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;

/** The data for the mean and its interval, and the outcomes. */
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

/** Each run is its own cluster, because we cannot tell which runs share a subject. */
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

type Used = Pick<Template, "id" | "version">;

const runsOf = (organizationId: string, template: Used, { from }: UsageWindow, where?: SQL) =>
  and(
    inOrganization(evalLogs, organizationId),
    eq(evalLogs.templateId, template.id),
    sql`${evalLogs.createdAt} >= ${from.toISOString()}::timestamptz`,
    where,
  );

/** A template's runs in this window that match `where`: in total, and per step. */
export async function usageIn(db: Database, organizationId: string, template: Used, window: UsageWindow, where?: SQL) {
  const { from, stepMs, steps } = window;
  // Our own numbers are written into the text: Postgres would treat two parameters as two different expressions.
  const step = sql<number>`floor((extract(epoch from ${evalLogs.createdAt}) * 1000 - ${sql.raw(`${from.getTime()}`)})
    / ${sql.raw(`${stepMs}`)})::int`;
  const rows = await db
    .select({ step, isAll: sql<boolean>`grouping(${step}) = 1`, ...figures })
    .from(evalLogs)
    .where(runsOf(organizationId, template, window, where))
    .groupBy(sql`grouping sets ((1), ())`);
  const byStep = new Map(rows.map((row) => [row.isAll ? "all" : row.step, row]));
  const shown = (step: number | "all") => {
    const { step: _step, isAll: _isAll, ...found } = { step, isAll: false, ...(byStep.get(step) ?? none) };
    return present(found, scaleOf(template.version.definition.output));
  };
  const chart = Array.from({ length: steps }, (_, index) => ({
    timestamp: new Date(from.getTime() + index * stepMs).toISOString(),
    ...shown(index),
  }));
  return { stats: shown("all"), chart };
}

export const getEvalTemplateUsage: Verb<typeof contracts.getEvalTemplateUsage> = async (
  { db, caller, now },
  { id, period, days, version, page, page_size },
) => {
  const template = await templateInOrganization(db, caller.organizationId, id);
  const window = days === undefined ? windowOf(now(), period) : lastDays(now(), days);
  const where = version ? eq(evalLogs.versionNumber, Number(version.replace(/^v/i, ""))) : undefined;
  const [usage, rows] = await Promise.all([
    usageIn(db, caller.organizationId, template, window, where),
    db
      .select()
      .from(evalLogs)
      .where(runsOf(caller.organizationId, template, window, where))
      .orderBy(newestFirst(evalLogs.createdAt), evalLogs.id)
      .limit(page_size)
      .offset(page * page_size),
  ]);
  const logs = { items: rows.map(presentRun), total: usage.stats.runs, page, page_size };
  return { template_id: template.id, ...usage, logs };
};

const presentRun = (log: typeof evalLogs.$inferSelect) => ({
  log_id: log.id,
  created_at: log.createdAt.toISOString(),
  version: `V${log.versionNumber}`,
  source: log.source,
  status: log.status,
  outcome: log.outcome,
  output: log.output ?? null,
  score: log.score,
  passed: log.passed,
  reason: log.reason,
  model: log.model,
  execution_time: log.executionMs,
});
