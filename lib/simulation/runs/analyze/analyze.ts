// Analyzes a finished conversation: metrics, checks, faults, evaluations, tools and the verdict. Each part is written
// once.
import { and, eq, isNull, sql } from "drizzle-orm";
import { writePatiently } from "@/db/outages/write-patiently";
import { callExecutions } from "@/db/schema";
import { transaction } from "@/db/transaction";
import type { Check, Fault } from "@/lib/contracts/simulation/call-parts";
import { noSpend, plus, type Spend } from "@/lib/evaluation/judge/spend";
import { spokenLanguage } from "../../conversation/rules/language";
import { expectationsOf } from "../../conversation/rules/row";
import { toolCallsIn } from "../../conversation/rules/turn";
import { madeCall, stateChecks, toolCallChecks } from "../../outcome/rules/checks";
import { type Conversation, faultOf } from "../../outcome/rules/conversation";
import { decisive, readFaults } from "../../outcome/rules/faults";
import { metricsOf } from "../../outcome/rules/metrics";
import { callVerdict } from "../../outcome/rules/verdict";
import { charge, withUsage } from "../charge";
import { type CallRow, type ExecutionRow, type TurnRow, turnsOf } from "../loaders";
import { cellsOf, customerOf } from "../play/customer";
import type { RunContext } from "../play/run-context";
import { isCutShort } from "../rules/cut-short";
import { skipEvaluations } from "../start/pin-evaluations";
import { type CustomerJudge, faultRules, judgeCustomer } from "./customer-faults";
import { type AnalysisContext, evaluateAll } from "./evaluate-call";
import { toolVerdicts } from "./judge-tools";
import { satisfactionOf } from "./satisfaction";

const UNEVALUATED = "The call was cut short, so it was not evaluated.";

export async function analyze(runContext: RunContext, analysisContext: AnalysisContext, call: CallRow): Promise<void> {
  const { db, execution } = runContext;
  const turns = await turnsOf(db, call.id);
  const checks = checksOf(execution, call, turns);
  const isCut = isCutShort(call);
  let spent: Spend = noSpend;
  const count = (spend: Spend) => {
    spent = plus(spent, spend);
  };
  const reading = readFaults(conversationOf(execution, call, turns, checks));
  const judged = await judgeCustomer(reading, {
    turns,
    situation: cellsOf(call).situation ?? "",
    before: call,
    judge: isCut ? { missing: "The call was cut short, so they were not checked." } : customerJudge(runContext, count),
  });
  const faults = allFaults(call, turns, checks, [...reading.faults, ...judged.faults]);
  const metrics: Record<string, number | null> = { ...call.metrics, ...metricsOf(turns) };
  // Evaluations see the call as completed.
  const seen: CallRow = { ...call, status: "completed", checks, faults, metrics };
  const [satisfaction, tools, evaluationResults] = isCut
    ? [null, {}, []]
    : await Promise.all([
        call.overallScore ?? satisfactionOf(runContext, call, turns, count),
        execution.enableToolEvaluation ? toolVerdicts(runContext, turns, call.toolOutputs, count) : call.toolOutputs,
        evaluateAll(runContext, analysisContext, seen, turns),
      ]);
  const status = isCut ? "failed" : "completed";
  const fault = decisive(faults);
  const analysis = {
    status,
    checks,
    faults,
    faultRules: faultRules(reading, turns, judged),
    faultSide: fault?.side ?? null,
    faultKind: fault?.kind ?? null,
    verdict: callVerdict(status, faults, checks, evaluationResults),
    metrics: { ...metrics, csat_score: satisfaction },
    overallScore: satisfaction,
    toolOutputs: tools,
  } as const;
  await storeAnalysis(runContext, call, analysis, spent);
}

/** Written and charged once: if another process has already analyzed the call, nothing happens. */
async function storeAnalysis(
  { db, execution }: RunContext,
  call: CallRow,
  analysis: Partial<CallRow>,
  spent: Spend,
): Promise<void> {
  const isOpen = and(
    eq(callExecutions.id, call.id),
    eq(callExecutions.status, "analyzing"),
    isNull(callExecutions.deletedAt),
  );
  await writePatiently(() =>
    transaction(db, async (tx) => {
      const written = await tx.update(callExecutions).set(analysis).where(isOpen).returning({ one: sql`1` });
      if (written.length === 0) return;
      if (analysis.status === "failed") await skipEvaluations(tx, call.id, UNEVALUATED);
      await charge(tx, execution.id, call.id, spent);
    }),
  );
}

function checksOf(execution: ExecutionRow, call: CallRow, turns: readonly TurnRow[]): Check[] {
  // A phone call shows only speech, so expected tool calls and state do not count as missing.
  if (execution.pinned.agent.type === "voice") return [];
  const { calls, state } = expectationsOf(cellsOf(call));
  const made = turns
    .filter(({ role }) => role === "assistant")
    .flatMap(({ number, messages }) => toolCallsIn(messages).map((one) => madeCall(number, one)));
  return [
    ...(calls.length > 0 ? toolCallChecks(calls, made, execution.settings.tool_call_order) : []),
    ...stateChecks(state, call.state),
  ];
}

/** The input of the fault rules. */
function conversationOf(
  execution: ExecutionRow,
  call: CallRow,
  turns: readonly TurnRow[],
  checks: readonly Check[],
): Conversation {
  const cells = cellsOf(call);
  const reasons = [
    JSON.stringify(cells),
    JSON.stringify(execution.pinned.scenarios[call.scenarioId]?.graph ?? ""),
    customerOf(execution, call).prompt,
  ];
  return {
    turns,
    cause: call.cause,
    knownFacts: reasons.join("\n"),
    situation: cells.situation ?? "",
    language: spokenLanguage(cells.persona ?? "", execution.pinned.agent.snapshot.languages),
    isUnfinished: checks.some(({ passed }) => !passed),
  };
}

/** The run's judge. The call pays for its answers. */
const customerJudge = (runContext: RunContext, count: (spend: Spend) => void): CustomerJudge => {
  const model = runContext.execution.settings.judge_model?.trim();
  if (!model) return { missing: "The run has no judge_model, so they were not checked." };
  return { model, ask: withUsage(runContext, count) };
};

/** Faults that ended the call, faults in its turns, and, if there are no others, failed expectations. */
function allFaults(
  call: CallRow,
  turns: readonly TurnRow[],
  checks: readonly Check[],
  shown: readonly Fault[],
): Fault[] {
  // The fault that ended the conversation is stored with it. Faults in its turns are searched again.
  const hard = call.faults.filter(({ evidence }) => evidence.turn >= turns.length);
  const last = Math.max(0, turns.length - 1);
  const expectations = checks
    .filter(({ passed }) => !passed)
    .map(({ kind, name, reason, turn }) =>
      faultOf("agent", kind === "state" ? "expected_state" : "expected_tool_call", reason, turn ?? last, name),
    );
  const before = [...shown.toSorted((one, other) => one.evidence.turn - other.evidence.turn), ...hard];
  return decisive(before) ? before : expectations;
}
