// Does what tasks have taken: one evaluation of one span after another, each once, whatever stops it in between.
import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isTemporaryFailure } from "@/db/database-outage";
import { evalBackfills, evalSpanScores, evalTasks } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { writePatiently } from "@/db/write-patiently";
import { pool } from "@/lib/bounds/pool";
import type { PublicContext } from "@/lib/context";
import { Failure } from "@/lib/errors";
import { storeEvent } from "@/lib/events";
import { reasonOf } from "@/lib/failures";
import { continueAfter, DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { type Spend, UNPRICED_UNDER_CEILING, wholeCost } from "../judge/spend";
import { writeLog } from "../logs/write-log";
import { intakeOf } from "../templates/intake";
import { isBuiltIn } from "../templates/loaders";
import { type Evaluation, logOf, prepareEvaluation, type Ran, runEvaluation } from "../templates/run-evaluation";
import { endBackfill } from "./backfills";
import { type EvaluationRow, evaluationsOf, type TaskRow } from "./loaders";
import { roomUnder, waitSeconds } from "./rules/bounds";
import { mapSpan, type SpanSubject, unscorable } from "./rules/mapping";
import { subjectsOf } from "./subjects";
import { takePast } from "./take";

type SpanScore = typeof evalSpanScores.$inferSelect;

const AT_ONCE = 10;
/** Evaluations that are read at a time; in between it is looked whether the task goes on. */
const PIECES = 100;
/** Spans that a backfill looks at in one statement. */
const PAST_SPANS = 1000;
const MAX_ATTEMPTS = 5;

/**
 * Goes on with a task until nothing is left that can be done now, or until `until` (milliseconds since the epoch). To be called by one at a time; two at once would pay twice, but still score once.
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
    const pieces = await openPieces(db, taskId, now());
    if (pieces.length === 0 && !(await feed(db, task, until, now))) return DONE;
    const run: Run = { db, task, evaluations, maxCostMicros, now, mayBegin: () => Date.now() < until };
    await doPieces(run, pieces);
    maxCostMicros = run.maxCostMicros;
    if (Date.now() >= until) return continueAfter(0);
  }
}

interface Run {
  db: Database;
  task: TaskRow;
  evaluations: ReadonlyMap<string, Prepared>;
  /** The highest cost of an evaluation of this run, in micro-dollars; null before the first. */
  maxCostMicros: number | null;
  now: () => Date;
  mayBegin: () => boolean;
}

const openPieces = (db: Database, taskId: string, now: Date): Promise<SpanScore[]> =>
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
    .limit(PIECES);

type Prepared = EvaluationRow & { evaluation: Evaluation | { problem: string } };

async function preparedOf(db: Database, taskId: string): Promise<Map<string, Prepared>> {
  const [task] = await db.select().from(evalTasks).where(eq(evalTasks.id, taskId));
  if (!task) return new Map();
  const rows = await evaluationsOf(db, [taskId]);
  const prepared = await Promise.all(
    rows.map(async (row): Promise<[string, Prepared]> => {
      try {
        const evaluation = await prepareEvaluation(db, {
          organizationId: task.organizationId,
          workspaceId: task.workspaceId,
          person: task.createdBy,
          template: row.template,
          params: row.params,
          model: row.model,
          passThreshold: null,
          errorLocalizer: row.errorLocalizer,
          inputs: Object.keys(row.mapping),
        });
        return [row.id, { ...row, evaluation }];
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return [row.id, { ...row, evaluation: { problem: error.message } }];
      }
    }),
  );
  return new Map(prepared);
}

/** Has the task's backfill take spans until there is something to do. Returns whether there may be; ends a backfill that is over. */
async function feed(db: Database, task: TaskRow, until: number, now: () => Date): Promise<boolean> {
  const [backfill] = await db
    .select()
    .from(evalBackfills)
    .where(and(eq(evalBackfills.taskId, task.id), eq(evalBackfills.status, "running")));
  if (!backfill) return false;
  for (let mayBeMore = backfill.cursor !== null; mayBeMore; ) {
    mayBeMore = await takePast(db, task, backfill.id, PAST_SPANS);
    if ((await openPieces(db, task.id, now())).length > 0 || (mayBeMore && Date.now() >= until)) return true;
  }
  await transaction(db, async (tx) => {
    const own = and(eq(evalSpanScores.backfillId, backfill.id), isNull(evalSpanScores.outcome));
    const [open] = await tx.select({ spanId: evalSpanScores.spanId }).from(evalSpanScores).where(own).limit(1);
    const [held] = await tx.select().from(evalBackfills).where(eq(evalBackfills.id, backfill.id)).for("update");
    if (!open && held?.status === "running")
      await endBackfill(tx, backfill.id, { status: "completed", message: null, at: now() });
  });
  return false;
}

/** Works on pieces; those of a backfill with a ceiling so many at a time as it has room for. */
async function doPieces(run: Run, pieces: readonly SpanScore[]): Promise<void> {
  const held = await ceilingOf(run);
  const free = held ? pieces.filter(({ backfillId }) => backfillId !== held.id) : pieces;
  await workOn(run, free);
  if (!held) return;
  const bounded = pieces.filter(({ backfillId }) => backfillId === held.id);
  for (let begun = 0; begun < bounded.length && run.mayBegin(); ) {
    const now = await ceilingOf(run);
    if (!now) return;
    const room = roomUnder(held.ceilingMicros, now.spentMicros, run.maxCostMicros);
    const left = `${bounded.length - begun} evaluations of the last batch, and what came after, were not begun.`;
    if (room === 0) return stopBackfill(run, held.id, left);
    if (now.unpriced > 0) return stopBackfill(run, held.id, UNPRICED_UNDER_CEILING);
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

async function workOn(run: Run, pieces: readonly SpanScore[]): Promise<void> {
  if (pieces.length === 0) return;
  const ids = [...new Set(pieces.map(({ spanId }) => spanId))];
  const subjects = await subjectsOf(run.db, run.task.organizationId, run.task.projectId, ids);
  await pool(pieces, { atOnce: AT_ONCE, mayBegin: run.mayBegin }, async (piece) => {
    const cost = await doPiece(run, piece, subjects.get(piece.spanId));
    if (cost !== null) run.maxCostMicros = Math.max(cost, run.maxCostMicros ?? 0);
  });
}

/** Returns what it has cost, in micro-dollars; null where that is not known. */
async function doPiece(run: Run, piece: SpanScore, subject: SpanSubject | undefined): Promise<number | null> {
  const prepared = run.evaluations.get(piece.evaluationId);
  if (!prepared || !subject) {
    await settle(run, piece, { outcome: "unscored", reason: "The span was deleted." });
    return 0;
  }
  const { evaluation, mapping, template } = prepared;
  if ("problem" in evaluation) {
    await settle(run, piece, { outcome: "error", reason: evaluation.problem });
    return 0;
  }
  const mapped = mapSpan(mapping, subject, intakeOf(evaluation.subject, isBuiltIn(template)).emptyIsValue);
  const { required_keys: required, optional_keys: optional } = template.version.definition;
  const reason = unscorable(mapped, required, optional);
  if (reason !== null) {
    await settle(run, piece, { outcome: "unscored", reason });
    return 0;
  }
  const given = { mapping: mapped.inputs, contexts: { ...subject } };
  const ran = await runEvaluation(evaluation, given);
  const logId = await writeLog(contextOf(run), logOf(evaluation, given, ran, "tracer"));
  const { costMicros, unpriced } = ran;
  await settle(run, piece, { ...verdictOf(ran), logId, costMicros, unpriced });
  return wholeCost(ran);
}

/** A job has no caller; its events wait in the outbox until they are sent. */
const contextOf = ({ db, now }: Run): PublicContext => ({
  db,
  now,
  emit: (event) => storeEvent(db, event),
  address: null,
});

type Settled = Partial<Pick<SpanScore, "output" | "score" | "label" | "passed" | "logId"> & Spend> & {
  outcome: NonNullable<SpanScore["outcome"]>;
  reason: string;
  /** How long to wait before it is tried again, where that may help. */
  retryAfterSeconds?: number | null;
};

function verdictOf({ result, refusedInput }: Ran): Settled {
  const { outcome, reason } = result;
  // What the span does not have, no second try finds: nothing has failed.
  if (refusedInput !== null) return { outcome: "unscored", reason };
  if (result.outcome === "scored") {
    const { output, score, label, passed } = result;
    return { outcome, reason, output, score, label, passed };
  }
  return result.outcome === "error" && result.mayRetry
    ? { outcome, reason, retryAfterSeconds: result.retryAfterSeconds ?? 0 }
    : { outcome, reason };
}

/** Writes an end, which was paid for: while the database is away it tries again, and what it does not take is written as an error. */
async function settle(run: Run, piece: SpanScore, settled: Settled): Promise<void> {
  try {
    await writePatiently(() => writeEnd(run, piece, settled));
  } catch (error) {
    if (isTemporaryFailure(error)) throw error;
    const { costMicros = 0, unpriced = 0 } = settled;
    const reason = `The result could not be stored. ${reasonOf(error)}`;
    await writePatiently(() => writeEnd(run, piece, { outcome: "error", reason, costMicros, unpriced }));
  }
}

/** Once per attempt: a later one finds it there. What may be tried again stays open until it was tried often enough. */
async function writeEnd({ db, now }: Run, piece: SpanScore, settled: Settled): Promise<void> {
  const { retryAfterSeconds, costMicros = 0, unpriced = 0, ...end } = settled;
  const attempts = piece.attempts + 1;
  const isOver = retryAfterSeconds === undefined || attempts >= MAX_ATTEMPTS;
  const wait = waitSeconds(attempts, retryAfterSeconds ?? 0);
  const own = and(
    eq(evalSpanScores.evaluationId, piece.evaluationId),
    eq(evalSpanScores.spanId, piece.spanId),
    isNull(evalSpanScores.outcome),
    eq(evalSpanScores.attempts, piece.attempts),
  );
  await transaction(db, async (tx) => {
    const cost = {
      attempts,
      costMicros: sql`coalesce(${evalSpanScores.costMicros}, 0) + ${costMicros}::bigint`,
      unpriced: sql`${evalSpanScores.unpriced} + ${unpriced}::int`,
    };
    const written = await tx
      .update(evalSpanScores)
      .set(
        isOver
          ? { ...end, ...cost, retryAt: null, scoredAt: now() }
          : { ...cost, reason: end.reason, retryAt: new Date(now().getTime() + wait * 1000) },
      )
      .where(own)
      .returning({ spanId: evalSpanScores.spanId });
    if (piece.backfillId && written.length > 0 && (costMicros > 0 || unpriced > 0))
      await tx
        .update(evalBackfills)
        .set({
          spentMicros: sql`${evalBackfills.spentMicros} + ${costMicros}::bigint`,
          unpriced: sql`${evalBackfills.unpriced} + ${unpriced}::int`,
        })
        .where(eq(evalBackfills.id, piece.backfillId));
  });
}
