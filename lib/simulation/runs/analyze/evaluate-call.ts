// Runs the pinned evaluations on a finished call, each once.
import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { isTemporaryFailure } from "@/db/outages/database-outage";
import { writePatiently } from "@/db/outages/write-patiently";
import { callEvaluations } from "@/db/schema";
import { filterItem } from "@/lib/contracts/evaluation/shapes/filters";
import { Failure } from "@/lib/errors";
import { noSpend, plus, type Spend, wholeCost } from "@/lib/evaluation/judge/spend";
import { writeLog } from "@/lib/evaluation/logs/write-log";
import { templateInVersion } from "@/lib/evaluation/templates/loaders";
import { type Evaluation, logOf, prepareEvaluation, runEvaluation } from "@/lib/evaluation/templates/run-evaluation";
import { storeEvent } from "@/lib/events";
import { reasonOf } from "@/lib/failures";
import { isRecord } from "@/lib/records";
import { heldBy, type Resolved, resolveMapping, type Sources } from "../../outcome/mapping";
import { sift } from "../../outcome/rules/filter";
import type { CheckResult } from "../../outcome/rules/verdict";
import { voiceCallOf } from "../../voice/loaders";
import { charge, lockingCall } from "../charge";
import type { CallRow, ExecutionRow, TurnRow } from "../loaders";
import type { RunContext } from "../play/run-context";
import { expectEvaluations } from "../start/pin-evaluations";
import type { PinnedEvaluation } from "./current-evaluations";
import { sourcesOf } from "./sources";

/** Shared by all analyses of one execution. */
export interface AnalysisContext {
  evaluations: readonly PinnedEvaluation[];
  /** Filled on first use. */
  prepared: Map<string, Promise<Evaluation | { problem: string }>>;
  runName: string;
}

/**
 * Earlier results and the open evaluations: each runs once, and its result is written once. Leaves out those that judge
 * nothing.
 */
export async function evaluateAll(
  runContext: RunContext,
  analysisContext: AnalysisContext,
  call: CallRow,
  turns: readonly TurnRow[],
): Promise<CheckResult[]> {
  const { db, execution } = runContext;
  if (analysisContext.evaluations.length === 0) return [];
  await expectEvaluations(db, [call.id], analysisContext.evaluations);
  const rows = await db
    .select()
    .from(callEvaluations)
    .where(
      and(
        eq(callEvaluations.callId, call.id),
        inArray(
          callEvaluations.evaluationId,
          analysisContext.evaluations.map(({ id }) => id),
        ),
      ),
    );
  const isVoice = execution.pinned.agent.type === "voice";
  const voice = isVoice ? await voiceCallOf(db, call.id) : null;
  const sources = sourcesOf({ execution, call, turns, runName: analysisContext.runName, voice });
  const verdicts = await Promise.all(
    analysisContext.evaluations.map(async (evaluation) => {
      const known = rows.find(({ evaluationId }) => evaluationId === evaluation.id);
      const isKnown = known && known.status !== "pending";
      const result = isKnown ? known : await evaluateOne(runContext, analysisContext, call, evaluation, sources);
      return evaluation.keepsPartsApart || (isKnown && known.status === "skipped") ? null : result;
    }),
  );
  return verdicts.filter((one) => one !== null);
}

const TRIES = 3;

type Written = Partial<typeof callEvaluations.$inferInsert> & CheckResult;

/** Null if its filters exclude the call. */
async function evaluateOne(
  runContext: RunContext,
  analysisContext: AnalysisContext,
  call: CallRow,
  pinned: PinnedEvaluation,
  sources: Sources,
): Promise<CheckResult | null> {
  const { db, execution } = runContext;
  const write = async (result: Written, spend: Spend = noSpend) => {
    await storeResult(runContext, call.id, pinned.id, result, spend);
    return result;
  };
  const failed = (reason: string, spend?: Spend) =>
    write({ status: "error", outcome: "error", passed: null, reason }, spend);
  const inputs = inputsOf(pinned, sources);
  if ("problem" in inputs) return failed(inputs.problem);
  if ("skipped" in inputs) {
    await write({ status: "skipped", outcome: null, passed: null, reason: inputs.skipped });
    return null;
  }
  const known = analysisContext.prepared.get(pinned.id) ?? prepare(db, execution, pinned);
  analysisContext.prepared.set(pinned.id, known);
  const evaluation = await known;
  if ("problem" in evaluation) return failed(evaluation.problem);
  const mapped = { mapping: inputs.mapping, contexts: { call: sources.roots.call } };
  const { ran, spend } = await runWithRetries(runContext, evaluation, mapped);
  const logId = await writeLog(logContext(runContext), {
    ...logOf(evaluation, mapped, ran, "simulate"),
    bindingId: pinned.bindingId,
    createdBy: execution.createdBy,
  });
  try {
    return await write({ ...resultOf(ran), logId, fingerprint: evaluation.fingerprint }, spend);
  } catch (error) {
    if (isTemporaryFailure(error)) throw error;
    return failed(`The result could not be stored. ${reasonOf(error)}`, spend);
  }
}

/** The result with its cost, written once. A repeated run finds it there. */
async function storeResult(
  { db, execution }: RunContext,
  callId: string,
  evaluationId: string,
  result: Written,
  spend: Spend,
): Promise<void> {
  const isOpen = and(
    eq(callEvaluations.callId, callId),
    eq(callEvaluations.evaluationId, evaluationId),
    eq(callEvaluations.status, "pending"),
  );
  await writePatiently(() =>
    lockingCall(db, callId, async (tx) => {
      const changed = { ...result, costMicros: wholeCost(spend) };
      const written = await tx.update(callEvaluations).set(changed).where(isOpen).returning({ one: sql`1` });
      if (written.length > 0) await charge(tx, execution.id, callId, spend);
    }),
  );
}

/** The inputs from the call, or the reason why the filters exclude it. */
function inputsOf(pinned: PinnedEvaluation, sources: Sources): Resolved | { skipped: string } {
  const filters = z.array(filterItem).safeParse(pinned.config.filters ?? []);
  if (!filters.success) return { problem: "The evaluation's filters cannot be read." };
  const sifted = sift(filters.data, (column) => heldBy(column, sources));
  if ("problem" in sifted) return sifted;
  return sifted.isTaken ? resolveMapping(pinned.mapping, sources) : { skipped: sifted.reason };
}

type Ran = Awaited<ReturnType<typeof runEvaluation>>;

async function runWithRetries(
  runContext: RunContext,
  evaluation: Evaluation,
  mapped: Parameters<typeof runEvaluation>[1],
): Promise<{ ran: Ran; spend: Spend }> {
  let ran = await runEvaluation(evaluation, mapped);
  let spend: Spend = ran;
  for (let attempt = 1; attempt < TRIES && ran.result.outcome === "error" && ran.result.mayRetry; attempt += 1) {
    await runContext.pause(Math.min(5_000, (ran.result.retryAfterSeconds ?? attempt / 2) * 1000));
    ran = await runEvaluation(evaluation, mapped);
    spend = plus(spend, ran);
  }
  return { ran, spend };
}

const resultOf = ({ result }: Ran): Written => ({
  status: result.outcome === "error" ? "error" : "completed",
  outcome: result.outcome,
  ...(result.outcome === "scored"
    ? { output: result.output, label: result.label, score: result.score, passed: result.passed }
    : { output: null, label: null, score: null, passed: null }),
  reason: result.reason,
});

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
