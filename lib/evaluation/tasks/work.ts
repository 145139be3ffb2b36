// Works on a task's evaluations: one evaluation of one span after another, each once, despite interruptions.
import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalBackfills, evalSpanScores, evalTasks } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { pool } from "@/lib/bounds/pool";
import type { PublicContext } from "@/lib/context";
import { storeEvent } from "@/lib/events";
import { continueAfter, DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { promptOfSpan } from "@/lib/traces/rules/span-prompt";
import { UNPRICED_UNDER_CEILING, wholeCost } from "../judge/spend";
import { writeLog } from "../logs/write-log";
import { intakeOf } from "../templates/intake";
import { isBuiltIn } from "../templates/loaders";
import { unscoredIfRefused } from "../templates/refused-input";
import { logOf, runEvaluation } from "../templates/run-evaluation";
import { endBackfill } from "./backfills";
import type { TaskRow } from "./loaders";
import { roomUnder } from "./rules/bounds";
import { mapSpan, type SpanSubject, unscorable } from "./rules/mapping";
import { settle, verdictOf } from "./settle-score";
import { subjectsOf } from "./subjects";
import { takePast } from "./take";
import { preparedOf, type Run, type SpanScore } from "./task-run";

const AT_ONCE = 10;

/** How many evaluations are read at a time. Between reads it checks whether the task is still active. */
const MAX_OPEN_SCORES = 100;

/** How many spans a backfill reads in one statement. */
const PAST_SPANS = 1000;

/**
 * Works on a task until nothing more can be done now, or until `until` (milliseconds since the epoch). Run one at a
 * time per task: two at once would pay twice, but still score once.
 */
export async function advanceTask(
  db: Database,
  organizationId: string,
  taskId: string,
  until: number = Date.now() + STEP_MS,
  now: () => Date = () => new Date(),
): Promise<StepResult> {
  const active = and(
    eq(evalTasks.id, taskId),
    eq(evalTasks.organizationId, organizationId),
    eq(evalTasks.status, "active"),
    isNull(evalTasks.deletedAt),
  );
  const evaluations = await preparedOf(db, taskId);
  let maxCostMicros: number | null = null;
  for (;;) {
    const [task] = await db
      .update(evalTasks)
      .set({ advancedAt: now(), problem: null, updatedAt: sql`${evalTasks.updatedAt}` })
      .where(active)
      .returning();
    if (!task) return DONE;
    const scores = await openScores(db, taskId, now());
    if (scores.length === 0 && !(await feed(db, task, until, now))) return DONE;
    const run: Run = { db, task, evaluations, maxCostMicros, now, mayBegin: () => Date.now() < until };
    await scoreSpans(run, scores);
    maxCostMicros = run.maxCostMicros;
    if (Date.now() >= until) return continueAfter(0);
  }
}

const openScores = (db: Database, taskId: string, now: Date): Promise<SpanScore[]> =>
  db
    .select()
    .from(evalSpanScores)
    .where(
      and(
        eq(evalSpanScores.taskId, taskId),
        isNull(evalSpanScores.outcome),
        or(isNull(evalSpanScores.retryAt), lte(evalSpanScores.retryAt, now)),
      ),
    )
    .orderBy(asc(evalSpanScores.createdAt))
    .limit(MAX_OPEN_SCORES);

/**
 * Lets the task's backfill take spans until there is work; ends a finished backfill. Returns whether there may be work.
 */
async function feed(db: Database, task: TaskRow, until: number, now: () => Date): Promise<boolean> {
  const [backfill] = await db
    .select()
    .from(evalBackfills)
    .where(and(eq(evalBackfills.taskId, task.id), eq(evalBackfills.status, "running")));
  if (!backfill) return false;
  for (let mayBeMore = backfill.cursor !== null; mayBeMore; ) {
    mayBeMore = await takePast(db, task, backfill.id, PAST_SPANS);
    if ((await openScores(db, task.id, now())).length > 0 || (mayBeMore && Date.now() >= until)) return true;
  }
  await transaction(db, async (tx) => {
    const own = and(eq(evalSpanScores.backfillId, backfill.id), isNull(evalSpanScores.outcome));
    const [open] = await tx.select({ spanId: evalSpanScores.spanId }).from(evalSpanScores).where(own).limit(1);
    const [locked] = await tx.select().from(evalBackfills).where(eq(evalBackfills.id, backfill.id)).for("update");
    if (!open && locked?.status === "running")
      await endBackfill(tx, backfill.id, { status: "completed", message: null, at: now() });
  });
  return false;
}

/** Works on evaluations in parallel. For a backfill with a ceiling, only as many at once as the ceiling allows. */
async function scoreSpans(run: Run, scores: readonly SpanScore[]): Promise<void> {
  const locked = await ceilingOf(run);
  const free = locked ? scores.filter(({ backfillId }) => backfillId !== locked.id) : scores;
  await workOn(run, free);
  if (!locked) return;
  const bounded = scores.filter(({ backfillId }) => backfillId === locked.id);
  for (let begun = 0; begun < bounded.length && run.mayBegin(); ) {
    const now = await ceilingOf(run);
    if (!now) return;
    const room = roomUnder(locked.ceilingMicros, now.spentMicros, run.maxCostMicros);
    const left = `${bounded.length - begun} evaluations of the last batch, and what came after, were not begun.`;
    if (room === 0) return stopBackfill(run, locked.id, left);
    if (now.unpriced > 0) return stopBackfill(run, locked.id, UNPRICED_UNDER_CEILING);
    const part = bounded.slice(begun, begun + Math.min(room, AT_ONCE));
    await workOn(run, part);
    begun += part.length;
  }
}

const stopBackfill = ({ db, now }: Run, id: string, message: string): Promise<void> =>
  transaction(db, async (tx) => {
    await endBackfill(tx, id, { status: "stopped_at_ceiling", message, at: now() });
  });

async function ceilingOf({ db, task }: Run) {
  const own = and(eq(evalBackfills.taskId, task.id), eq(evalBackfills.status, "running"));
  const [row] = await db.select().from(evalBackfills).where(own);
  return row && row.ceilingMicros !== null ? { ...row, ceilingMicros: row.ceilingMicros } : null;
}

async function workOn(run: Run, scores: readonly SpanScore[]): Promise<void> {
  if (scores.length === 0) return;
  const ids = [...new Set(scores.map(({ spanId }) => spanId))];
  const subjects = await subjectsOf(run.db, run.task.organizationId, run.task.projectId, ids);
  await pool(scores, { atOnce: AT_ONCE, mayBegin: run.mayBegin }, async (score) => {
    const cost = await scoreSpan(run, score, subjects.get(score.spanId));
    if (cost !== null) run.maxCostMicros = Math.max(cost, run.maxCostMicros ?? 0);
  });
}

/** Returns the cost in micro-dollars; null if unknown. */
async function scoreSpan(run: Run, score: SpanScore, subject: SpanSubject | undefined): Promise<number | null> {
  const prepared = run.evaluations.get(score.evaluationId);
  if (!prepared || !subject) {
    await settle(run, score, { outcome: "unscored", reason: "The span was deleted." });
    return 0;
  }
  const { evaluation, mapping, template } = prepared;
  if ("problem" in evaluation) {
    await settle(run, score, { outcome: "error", reason: evaluation.problem });
    return 0;
  }
  const mapped = mapSpan(mapping, subject, intakeOf(evaluation.subject, isBuiltIn(template)).emptyIsValue);
  const { required_keys: required, optional_keys: optional } = template.version.definition;
  const reason = unscorable(mapped, required, optional);
  if (reason !== null) {
    await settle(run, score, { outcome: "unscored", reason });
    return 0;
  }
  const sources = { mapping: mapped.inputs, contexts: { ...subject } };
  const ran = unscoredIfRefused(await runEvaluation(evaluation, sources));
  const prompt = promptOfSpan(subject.span.attributes);
  const logId = await writeLog(contextOf(run), { ...logOf(evaluation, sources, ran, "tracer"), prompt });
  const { costMicros, unpriced } = ran;
  await settle(run, score, { ...verdictOf(ran), logId, costMicros, unpriced });
  return wholeCost(ran);
}

/** A job has no caller. Its events wait in the outbox until they are sent. */
const contextOf = ({ db, now }: Run): PublicContext => ({
  db,
  now,
  emit: (event) => storeEvent(db, event),
  address: null,
});
