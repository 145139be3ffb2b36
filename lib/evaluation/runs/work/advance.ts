// One step of a run: works on open cells in parallel until its time is up. If the process is killed, the step loses
// what it has not written, and the next step continues from the stored cells.
import { setTimeout as delay } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isTemporaryFailure } from "@/db/outages/database-outage";
import { datasets, evalRuns } from "@/db/schema";
import { pool } from "@/lib/bounds/pool";
import { turn } from "@/lib/bounds/turn";
import { columnsInDataset } from "@/lib/datasets/loaders";
import { reasonOf } from "@/lib/failures";
import { continueAfter, DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { UNPRICED_UNDER_CEILING } from "../../judge/spend";
import { endRun } from "../end-run";
import { evaluationsOfRun, type RunRow } from "../loaders";
import { openBudgetGuard } from "../rules/budget-guard";
import { pauseBefore } from "../rules/pause";
import type { OpenAgent } from "./agent";
import { CellFeed } from "./cell-feed";
import type { CellResult } from "./cell-result";
import { CellWriter } from "./cell-writer";
import { nextTry, type OpenCell } from "./open-cells";
import { type Runner, runnerOf } from "./runner";
import type { CompletedCell } from "./write-cells";

/** Inngest sleeps whole seconds. For less than this a step waits by itself. */
const SHORTEST_SLEEP_MS = 1000;
/** How long computing functions may run before they let other work have a turn. */
const COMPUTING_MS = 8;

interface StepOptions {
  stepMs?: number;
  random?: () => number;
  /** How long it keeps trying to write during a database outage. */
  patienceMs?: number | null;
  /** For experiments whose task is an agent. */
  openAgent?: OpenAgent | null;
}

/**
 * Does nothing for a run that has ended. If two steps advance a run at once, the one that began first stops writing.
 */
export async function advanceRun(
  db: Database,
  organizationId: string,
  runId: string,
  { stepMs = STEP_MS, random = Math.random, patienceMs = null, openAgent = null }: StepOptions = {},
): Promise<StepResult> {
  const until = Date.now() + stepMs;
  const holder = crypto.randomUUID();
  const run = await takeRun(db, organizationId, runId, holder);
  if (!run) return DONE;
  const writer = new CellWriter(db, run, holder, patienceMs);
  try {
    await writer.writeLeft();
    if (run.cancelRequestedAt) return await end(db, run, holder, "cancelled", "Cancelled by a user.");
    const stopped = await workOn(db, run, writer, { until, random, openAgent });
    if (writer.isLost) return DONE;
    if (writer.isCancelled) return await end(db, run, holder, "cancelled", "Cancelled by a user.");
    if (stopped !== null) return await end(db, run, holder, "stopped", stopped);
  } catch (error) {
    // Temporary failures are left to the next step. A retry after any other failure would only cost more.
    if (isTemporaryFailure(error)) throw error;
    return end(db, run, holder, "failed", `It could not continue. ${reasonOf(error)}`);
  }
  const { isOpen, at } = await nextTry(db, run);
  if (!isOpen) return end(db, run, holder, "completed", null);
  const waitMs = Math.max((at?.getTime() ?? 0) - Date.now(), 0);
  const reason = waitMs > 1000 ? "Waiting to retry calls that a provider refused." : null;
  await db.update(evalRuns).set({ holder: null, reason }).where(sql`id = ${run.id}::uuid and holder = ${holder}`);
  if (waitMs > SHORTEST_SLEEP_MS) return continueAfter(waitMs);
  await delay(waitMs);
  return continueAfter(0);
}

/** Works on open cells until the time is up. Returns why the run stops, if it does. */
async function workOn(
  db: Database,
  run: RunRow,
  writer: CellWriter,
  { until, random, openAgent }: { until: number; random: () => number; openAgent: OpenAgent | null },
): Promise<string | null> {
  const runners = await runnersOf(db, run, openAgent);
  const budget = openBudgetGuard(run.ceilingMicros, run.spentMicros + run.lostMicros);
  const expectedOf = expectations(runners);
  let stopReason: string | null = null;
  const feed = new CellFeed(db, run, {
    until,
    skips: (evaluationId) => writer.stopped.has(evaluationId),
    canBegin: (evaluationId) => budget.canPay(expectedOf(evaluationId)),
  });
  let computedSince = performance.now();
  const mayBegin = () => Date.now() < until && stopReason === null && writer.goesOn();
  try {
    await pool(feed.cells(), { atOnce: run.atOnce, mayBegin }, async (cell) => {
      const runner = runners.get(cell.evaluationId);
      if (!runner) return;
      const expected = expectedOf(cell.evaluationId);
      budget.hold(expected);
      const result = await runner.run(cell);
      budget.settle(expected, result.costMicros);
      runner.evaluation.dearestMicros = Math.max(runner.evaluation.dearestMicros, result.costMicros);
      runner.hasEnded = true;
      stopReason ??= result.stops;
      if (run.ceilingMicros !== null && result.unpriced > 0) stopReason ??= UNPRICED_UNDER_CEILING;
      const ended = endedOf(cell, runner, result, random());
      const { notBefore } = ended;
      feed.end(notBefore && !result.stops ? { ...cell, attempts: cell.attempts + 1, notBefore } : null);
      await writer.add(ended);
      if (runner.isComputed && performance.now() - computedSince > COMPUTING_MS) {
        await turn();
        computedSince = performance.now();
      }
    });
  } finally {
    // Also after a failure, so that paid results are kept.
    await writer.flush();
  }
  return stopReason ?? (feed.isUnpaid ? "The ceiling is reached." : null);
}

function endedOf(cell: OpenCell, { evaluation }: Runner, result: CellResult, random: number): CompletedCell {
  const attempts = cell.attempts + 1;
  // A cell that ran out of credits stays open, so that a retry with new credits finds it.
  const pause = result.stops ? 0 : result.mayRetry ? pauseBefore(attempts, result.retryAfterSeconds, random) : null;
  const notBefore = pause === null ? null : new Date(Date.now() + pause);
  return { logId: crypto.randomUUID(), cell, evaluation, result, tries: 1, notBefore };
}

async function end(db: Database, run: RunRow, holder: string, status: RunRow["status"], reason: string | null) {
  await endRun(db, run, { status, reason, holder });
  return DONE;
}

/**
 * Takes over the run's lease. If another step still had it, that step was abandoned, and its calls in progress are
 * lost.
 */
async function takeRun(db: Database, organizationId: string, runId: string, holder: string): Promise<RunRow | null> {
  const lost = sql`case when holder is null then 0 else at_once * coalesce(
    (select max(dearest_micros) from eval_run_evaluations where run_id = eval_runs.id), 0) end`;
  const [run] = await db
    .update(evalRuns)
    .set({
      holder,
      status: "running",
      reason: null,
      lostMicros: sql`lost_micros + ${lost}`,
      wasInterrupted: sql`was_interrupted or holder is not null`,
      startedAt: sql`coalesce(started_at, now())`,
      progressedAt: sql`now()`,
    })
    .where(sql`id = ${runId}::uuid and organization_id = ${organizationId}::uuid and status in ('pending', 'running')`)
    .returning();
  return run ?? null;
}

type StepRunner = Runner & { hasEnded: boolean };

async function runnersOf(db: Database, run: RunRow, openAgent: OpenAgent | null): Promise<Map<string, StepRunner>> {
  const [dataset] = await db.select().from(datasets).where(eq(datasets.id, run.datasetId));
  const columns = dataset ? await columnsInDataset(db, dataset) : [];
  const names = new Map(columns.map(({ id, name }) => [id, name]));
  const evaluations = await evaluationsOfRun(db, run);
  const runners = await Promise.all(evaluations.map((evaluation) => runnerOf(db, run, evaluation, names, openAgent)));
  return new Map(
    runners.map((runner) => {
      const { scored, unscored, errors, answered } = runner.evaluation;
      return [runner.evaluation.id, { ...runner, hasEnded: scored + unscored + errors + answered > 0 }];
    }),
  );
}

/** What an evaluation's next cell may cost: as much as its most expensive so far, 0 if it is computed, else unknown. */
function expectations(runners: ReadonlyMap<string, StepRunner>): (evaluationId: string) => number | null {
  return (evaluationId) => {
    const runner = runners.get(evaluationId);
    if (!runner || runner.isComputed) return 0;
    const { dearestMicros, unpriced } = runner.evaluation;
    return runner.hasEnded && (dearestMicros > 0 || unpriced === 0) ? dearestMicros : null;
  };
}
