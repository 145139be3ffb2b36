// Which spans a task evaluates: newly arrived ones, and those of a backfill. A task takes a span only once.
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { evalBackfills, evalTasks } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { describeError } from "@/lib/error-report";
import { groupBy } from "@/lib/group-by";
import { log } from "@/lib/observe/log";
import type { TaskRow } from "./loaders";
import { filtered, sampled } from "./span-condition";
import { type BackfillRow, type Next, spansOfTraces } from "./take-traces";
import { withAttributes } from "./with-attributes";

/** The class of PostgreSQL's errors about values, such as a time zone that it does not know. */
const DATA_EXCEPTION = "22";
const UNREADABLE = "The filters cannot be read. Change them, then resume the task.";

/** Returns how many spans were new to the task. */
async function take(db: Database, task: TaskRow, spanIds: readonly string[], backfillId: string | null) {
  if (spanIds.length === 0) return 0;
  const rows = await db.execute<{ span_id: string }>(sql`
    insert into eval_span_scores
      (organization_id, task_id, evaluation_id, project_id, span_id, trace_id, backfill_id)
    select ${task.organizationId}::uuid, ${task.id}::uuid, evaluation.id, span.project_id, span.span_id, span.trace_id,
      ${backfillId}::uuid
    from jsonb_array_elements_text(${JSON.stringify(spanIds)}::jsonb) as wanted (span_id)
    join spans as span on span.project_id = ${task.projectId}::uuid and span.span_id = wanted.span_id
    join eval_task_evaluations as evaluation on evaluation.task_id = ${task.id}::uuid
    where ${filtered(task.filters)} and ${sampled(task)}
    order by evaluation.id, span.span_id
    on conflict do nothing
    returning span_id`);
  return new Set(rows.map(({ span_id }) => span_id)).size;
}

/**
 * Takes spans that have arrived, in order of arrival. Deletes their marks too, so that each is checked once. Parallel
 * calls take different ones. Returns how many marks there were.
 */
export const takeArrived = (db: Database, limit: number): Promise<number> =>
  transaction(db, async (tx) => {
    const marks = await tx.execute<{ project_id: string; span_id: string }>(sql`
      delete from span_marks where id in (select id from span_marks order by id limit ${limit} for update skip locked)
      returning project_id, span_id`);
    const arrived = groupBy([...marks], ({ project_id }) => project_id);
    const tasks =
      arrived.size === 0
        ? []
        : await tx
            .select()
            .from(evalTasks)
            .where(
              and(
                inArray(evalTasks.projectId, [...arrived.keys()]),
                eq(evalTasks.status, "active"),
                eq(evalTasks.continuous, true),
                isNull(evalTasks.deletedAt),
              ),
            )
            .orderBy(evalTasks.id);
    for (const task of tasks) {
      const ids = new Set(arrived.get(task.projectId)?.map(({ span_id }) => span_id));
      await takeAlone(tx, task, [...ids]);
    }
    return marks.length;
  });

/**
 * Pauses a task with filters that PostgreSQL cannot read, unless it was changed meanwhile. The marks are of all tasks, so it
 * must not end for the others.
 */
async function takeAlone(tx: Database, task: TaskRow, spanIds: readonly string[]): Promise<void> {
  try {
    await tx.transaction(async (savepoint) => {
      await take(savepoint, task, await withAttributes(savepoint, task, task.filters, spanIds), null);
    });
  } catch (error) {
    if (!databaseErrorCode(error)?.startsWith(DATA_EXCEPTION)) throw error;
    log("error", "The filters of a task cannot be read.", { task: task.id, error: describeError(error) });
    await tx
      .update(evalTasks)
      .set({ status: "paused", problem: UNREADABLE })
      .where(
        and(
          eq(evalTasks.id, task.id),
          eq(evalTasks.organizationId, task.organizationId),
          eq(evalTasks.status, task.status),
          sql`${evalTasks.filters} = ${JSON.stringify(task.filters)}::jsonb`,
        ),
      );
  }
}

/**
 * Takes a backfill's next spans: in the order of ids, or trace by trace of a choice. Its cursor stores how far it got,
 * so that it can continue after any interruption. Returns whether there may be more.
 */
export const takePast = (db: Database, task: TaskRow, backfillId: string, limit: number): Promise<boolean> =>
  transaction(db, async (tx) => {
    const own = and(eq(evalBackfills.id, backfillId), eq(evalBackfills.status, "running"));
    const [backfill] = await tx.select().from(evalBackfills).where(own).for("update");
    if (!backfill || backfill.cursor === null) return false;
    const takes = sql`(${filtered(withinBackfill(task, backfill))} and ${sampled(task)})`;
    const next = backfill.traces
      ? await spansOfTraces(tx, task, { ...backfill, traces: backfill.traces }, takes)
      : await spansById(tx, task, backfill, takes, limit);
    const taken = backfill.taken + (await take(tx, task, next.spanIds, backfill.id));
    const isOver = taken >= backfill.maxSpans || next.cursor === null;
    await tx
      .update(evalBackfills)
      .set({
        taken,
        seen: backfill.seen + next.seen,
        tracesSeen: backfill.tracesSeen + next.tracesSeen,
        cursor: isOver ? null : next.cursor,
      })
      .where(eq(evalBackfills.id, backfill.id));
    return !isOver;
  });

async function spansById(tx: Database, task: TaskRow, backfill: BackfillRow, takes: SQL, limit: number): Promise<Next> {
  const rows = await tx.execute<{ span_id: string; is_wanted: boolean }>(sql`
    select span.span_id, ${takes} as is_wanted
    from spans as span where span.project_id = ${task.projectId}::uuid and span.span_id > ${backfill.cursor}
    order by span.span_id limit ${limit}`);
  const found = rows.filter(({ is_wanted }) => is_wanted).map(({ span_id }) => span_id);
  const selected = await withAttributes(tx, task, task.filters, found);
  const spanIds = selected.slice(0, backfill.maxSpans - backfill.taken);
  const isCut = selected.length > spanIds.length;
  const last = isCut ? spanIds.at(-1) : rows.at(-1)?.span_id;
  const seen = isCut ? rows.findIndex(({ span_id }) => span_id === last) + 1 : rows.length;
  return { spanIds, seen, tracesSeen: 0, cursor: rows.length < limit && !isCut ? null : (last ?? null) };
}

/** The task's filters, limited to the backfill's time. */
function withinBackfill({ filters }: TaskRow, { since, until }: BackfillRow) {
  const [from, to] = [filters.since, filters.until];
  const start = since && (!from || since > new Date(from)) ? since.toISOString() : from;
  const end = until && (!to || until < new Date(to)) ? until.toISOString() : to;
  return { ...filters, ...(start ? { since: start } : {}), ...(end ? { until: end } : {}) };
}
