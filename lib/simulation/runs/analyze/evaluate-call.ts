// Runs the pinned evaluations on a finished call, each once.
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { isTemporaryFailure } from "@/db/outages/database-outage";
import { writePatiently } from "@/db/outages/write-patiently";
import { callEvaluations, evalBindings, testExecutionEvaluations } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { filterItem } from "@/lib/contracts/evaluation/shapes/filters";
import { Failure } from "@/lib/errors";
import { noSpend, plus, type Spend, wholeCost } from "@/lib/evaluation/judge/spend";
import { writeLog } from "@/lib/evaluation/logs/write-log";
import { templateInVersion } from "@/lib/evaluation/templates/loaders";
import { type Evaluation, logOf, prepareEvaluation, runEvaluation } from "@/lib/evaluation/templates/run-evaluation";
import { storeEvent } from "@/lib/events";
import { reasonOf } from "@/lib/failures";
import { isRecord } from "@/lib/records";
import { heldBy, resolveMapping, type Sources } from "../../outcome/mapping";
import { sift } from "../../outcome/rules/filter";
import type { CheckResult } from "../../outcome/rules/verdict";
import { voiceCallOf } from "../../voice/loaders";
import type { CallRow, ExecutionRow, TurnRow } from "../loaders";
import type { RunContext } from "../play/run-context";
import { expectEvaluations } from "../start/pin-evaluations";
import { charge } from "./charge";
import { sourcesOf } from "./sources";

export type PinnedEvaluation = typeof testExecutionEvaluations.$inferSelect;

/** For each binding that is not deleted, the evaluation that was pinned last. */
export async function currentEvaluations(db: Database, executionId: string): Promise<PinnedEvaluation[]> {
  const rows = await db
    .select({ evaluation: testExecutionEvaluations })
    .from(testExecutionEvaluations)
    .innerJoin(
      evalBindings,
      and(eq(evalBindings.id, testExecutionEvaluations.bindingId), isNull(evalBindings.deletedAt)),
    )
    .where(eq(testExecutionEvaluations.executionId, executionId))
    .orderBy(asc(testExecutionEvaluations.generation), asc(evalBindings.createdAt), asc(evalBindings.id));
  return [...new Map(rows.map(({ evaluation }) => [evaluation.bindingId, evaluation])).values()];
}

/** Shared by all analyses of one execution. */
export interface AnalysisContext {
  evaluations: readonly PinnedEvaluation[];
  /** Filled on first use. */
  prepared: Map<string, Promise<Evaluation | { problem: string }>>;
  runName: string;
}

/** Earlier results and the open evaluations: each runs once, and its result is written once. */
export async function evaluateAll(
  stage: RunContext,
  bench: AnalysisContext,
  call: CallRow,
  turns: readonly TurnRow[],
): Promise<CheckResult[]> {
  const { db, execution } = stage;
  if (bench.evaluations.length === 0) return [];
  await expectEvaluations(db, [call.id], bench.evaluations);
  const rows = await db
    .select()
    .from(callEvaluations)
    .where(
      and(
        eq(callEvaluations.callId, call.id),
        inArray(
          callEvaluations.evaluationId,
          bench.evaluations.map(({ id }) => id),
        ),
      ),
    );
  const isVoice = execution.pinned.agent.type === "voice";
  const voice = isVoice ? await voiceCallOf(db, call.id) : null;
  const sources = sourcesOf(execution, call, turns, bench.runName, voice);
  const verdicts = await Promise.all(
    bench.evaluations.map(async (evaluation) => {
      const known = rows.find(({ evaluationId }) => evaluationId === evaluation.id);
      if (known && known.status !== "pending") return known.status === "skipped" ? null : known;
      return evaluateOne(stage, bench, call, evaluation, sources);
    }),
  );
  return verdicts.filter((one) => one !== null);
}

const TRIES = 3;

/** Null where its filters leave the call out. */
async function evaluateOne(
  stage: RunContext,
  bench: AnalysisContext,
  call: CallRow,
  pinned: PinnedEvaluation,
  sources: Sources,
): Promise<CheckResult | null> {
  const { db, execution } = stage;
  // With what it has cost, once: who repeats it finds it written.
  const write = async (result: Partial<typeof callEvaluations.$inferInsert> & CheckResult, spend: Spend = noSpend) => {
    const isOpen = and(
      eq(callEvaluations.callId, call.id),
      eq(callEvaluations.evaluationId, pinned.id),
      eq(callEvaluations.status, "pending"),
    );
    await writePatiently(() =>
      transaction(db, async (tx) => {
        const changed = { ...result, costMicros: wholeCost(spend) };
        const written = await tx.update(callEvaluations).set(changed).where(isOpen).returning({ one: sql`1` });
        if (written.length > 0) await charge(tx, execution.id, call.id, spend);
      }),
    );
    return result;
  };
  const failed = (reason: string, spend?: Spend) =>
    write({ status: "error", outcome: "error", passed: null, reason }, spend);
  const filters = z.array(filterItem).safeParse(pinned.config.filters ?? []);
  if (!filters.success) return failed("The evaluation's filters cannot be read.");
  const sifted = sift(filters.data, (column) => heldBy(column, sources));
  if ("problem" in sifted) return failed(sifted.problem);
  if (!sifted.isTaken) {
    await write({ status: "skipped", outcome: null, passed: null, reason: sifted.reason });
    return null;
  }
  const resolved = resolveMapping(pinned.mapping, sources);
  if ("problem" in resolved) return failed(resolved.problem);
  const known = bench.prepared.get(pinned.id) ?? prepare(db, execution, pinned);
  bench.prepared.set(pinned.id, known);
  const evaluation = await known;
  if ("problem" in evaluation) return failed(evaluation.problem);
  const mapped = { mapping: resolved.mapping, contexts: { call: sources.roots.call } };
  let ran = await runEvaluation(evaluation, mapped);
  let spend: Spend = ran;
  for (let attempt = 1; attempt < TRIES && ran.result.outcome === "error" && ran.result.mayRetry; attempt += 1) {
    await stage.pause(Math.min(5_000, (ran.result.retryAfterSeconds ?? attempt / 2) * 1000));
    ran = await runEvaluation(evaluation, mapped);
    spend = plus(spend, ran);
  }
  const { result } = ran;
  const log = {
    ...logOf(evaluation, mapped, ran, "simulate"),
    bindingId: pinned.bindingId,
    createdBy: execution.createdBy,
  };
  const logId = await writeLog(logContext(stage), log);
  const isScored = result.outcome === "scored";
  const verdicts = {
    status: result.outcome === "error" ? ("error" as const) : ("completed" as const),
    outcome: result.outcome,
    output: isScored ? result.output : null,
    label: isScored ? result.label : null,
    score: isScored ? result.score : null,
    passed: isScored ? result.passed : null,
    reason: result.reason,
    logId,
    fingerprint: evaluation.fingerprint,
  };
  try {
    return await write(verdicts, spend);
  } catch (error) {
    if (isTemporaryFailure(error)) throw error;
    return failed(`The result could not be stored. ${reasonOf(error)}`, spend);
  }
}

const logContext = ({ db, now }: RunContext): Parameters<typeof writeLog>[0] => ({
  db,
  now,
  emit: (event) => storeEvent(db, event),
  address: null,
});

async function prepare(
  db: Database,
  execution: ExecutionRow,
  pinned: PinnedEvaluation,
): Promise<Evaluation | { problem: string }> {
  try {
    const template = await templateInVersion(db, execution.organizationId, pinned.templateId, pinned.versionNumber);
    if (!template) return { problem: "The evaluation's template was deleted." };
    const run = isRecord(pinned.config.run_config) ? pinned.config.run_config : {};
    return await prepareEvaluation(db, {
      organizationId: execution.organizationId,
      workspaceId: execution.workspaceId,
      person: execution.createdBy,
      template,
      params: pinned.params,
      model: pinned.model,
      passThreshold: typeof run.pass_threshold === "number" ? run.pass_threshold : null,
      errorLocalizer: pinned.errorLocalizer || run.error_localizer_enabled === true,
      inputs: Object.keys(pinned.mapping),
      calls: { requestPrefix: `sim-${execution.id.slice(0, 8)}-` },
    });
  } catch (error) {
    if (error instanceof Failure) return { problem: error.message };
    throw error;
  }
}
