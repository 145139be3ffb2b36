// The next spans of a backfill of chosen traces: some traces at a time, latest start first.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type evalBackfills, traces } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { MAX_CHOSEN_TRACES, type TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { afterTrace, isInChoice, newestTraces } from "@/lib/traces/choice/chosen-traces";
import type { TaskRow } from "./loaders";
import { traceCursorOf, traceCursorText } from "./rules/trace-cursor";
import { withAttributes } from "./with-attributes";

export type BackfillRow = typeof evalBackfills.$inferSelect;

/** What a backfill takes next, and where it goes on; `cursor` is null where nothing is left. */
export interface Next {
  spanIds: readonly string[];
  seen: number;
  tracesSeen: number;
  cursor: string | null;
}

const TRACES = 50;

/** The condition on rows of `traces` that are chosen, and of the task's project. */
export const chosenOfProject = async (
  db: Database,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  choice: TraceChoice,
): Promise<SQL | undefined> => and(eq(traces.projectId, projectId), await isInChoice(db, organizationId, choice));

/** @param takes Whether the task takes a row of `spans as span`. */
export async function spansOfTraces(
  tx: Database,
  task: TaskRow,
  backfill: BackfillRow & { traces: TraceChoice },
  takes: SQL,
): Promise<Next> {
  const limit = Math.min(TRACES, MAX_CHOSEN_TRACES - backfill.tracesSeen);
  const page = await tx
    .select({ id: traces.id, traceId: traces.traceId, startedAt: traces.startedAt })
    .from(traces)
    .where(and(await chosenOfProject(tx, task, backfill.traces), afterTrace(traceCursorOf(backfill.cursor ?? ""))))
    .orderBy(...newestTraces)
    .limit(limit);
  const rows = await tx.execute<{ span_id: string; is_wanted: boolean }>(sql`
    select span.span_id, ${takes} and ${isOpen(task)} as is_wanted
    from spans as span where span.project_id = ${task.projectId}::uuid
      and span.trace_id = any(${textArray(page.map(({ traceId }) => traceId))})
    order by span.span_id`);
  const found = rows.filter(({ is_wanted }) => is_wanted).map(({ span_id }) => span_id);
  const selected = await withAttributes(tx, task, task.filters, found);
  const spanIds = selected.slice(0, backfill.maxSpans - backfill.taken);
  const last = page.at(-1);
  const isOver = page.length < limit || backfill.tracesSeen + page.length >= MAX_CHOSEN_TRACES;
  const cursor = isOver || !last?.startedAt ? null : traceCursorText({ startedAt: last.startedAt, id: last.id });
  return { spanIds, seen: rows.length, tracesSeen: page.length, cursor };
}

/** Only spans that lack a score count towards the most spans, so that a page that is cut is the last one. */
const isOpen = (task: TaskRow): SQL => sql`exists (
  select from eval_task_evaluations as evaluation where evaluation.task_id = ${task.id}::uuid and not exists (
    select from eval_span_scores as score where score.evaluation_id = evaluation.id and score.span_id = span.span_id))`;
