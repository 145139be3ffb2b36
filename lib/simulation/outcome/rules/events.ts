// The events of a call, in order.
import { excerpt } from "@/lib/bounds/excerpt";
import type { LogCategory, LogLevel } from "@/lib/contracts/simulation/call-names";
import type { Check, Fault } from "@/lib/contracts/simulation/call-parts";
import type { CallLog } from "@/lib/contracts/simulation/runs/call-analyses";
import { usdOf } from "@/lib/gateway/money/amount";
import { type Turn, toolCallsIn } from "../../conversation/rules/turn";
import { totalOf } from "./metrics";

interface MeasuredTurn extends Turn {
  createdAt: Date;
  /** For speech: when, from the start of the call. */
  startMs: number | null;
  latencyMs: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  totalTokens: number | null;
  costMicros: number | null;
  model: string | null;
  traceId: string | null;
}

export interface Course {
  call: {
    status: string;
    createdAt: Date;
    startedAt: Date | null;
    endedAt: Date | null;
    endedReason: string | null;
    forkTurn: number | null;
    waits: number;
    waitUntil: Date | null;
    verdict: string | null;
    faults: readonly Fault[];
    checks: readonly Check[];
  };
  turns: readonly MeasuredTurn[];
  evaluations: readonly {
    name: string;
    generation: number;
    status: string;
    passed: boolean | null;
    reason: string;
    logId: string | null;
    costMicros: number | null;
    at: Date;
  }[];
  /** For phone calls. */
  dialed: { provider: string; phoneNumber: string; at: Date } | null;
  reruns: readonly { type: string; verdict: string | null; at: Date }[];
}

const MOST_TEXT = 300;
const quoted = (text: string): string => (text === "" ? "nothing" : `“${excerpt(text, MOST_TEXT)}”`);

const plain = {
  turn: null,
  latency_ms: null,
  input_tokens: null,
  output_tokens: null,
  total_tokens: null,
  cost_usd: null,
  model: null,
  trace_id: null,
  log_id: null,
};
type Entry = Omit<CallLog, "id">;

const entry = (
  category: LogCategory,
  level: LogLevel,
  at: Date | null,
  message: string,
  more: Partial<Entry> = {},
): Entry => ({ ...plain, category, level, logged_at: at?.toISOString() ?? null, message, ...more });

/** Of events at the same moment, the cause comes before its effect. */
export function eventsOf(course: Course): CallLog[] {
  const { call, turns, evaluations, dialed, reruns } = course;
  const entries: Entry[] = [
    ...reruns.map(({ type, verdict, at }) =>
      entry("rerun", "info", at, `Snapshot before ${type}: ${verdict ?? "without a verdict"}`),
    ),
    entry("call", "info", call.createdAt, "The call was created"),
    ...(dialed ? [entry("call", "info", dialed.at, `Dialed ${dialed.phoneNumber} through ${dialed.provider}`)] : []),
    ...(call.startedAt ? [entry("call", "info", call.startedAt, begun(call.forkTurn))] : []),
    ...turns.flatMap((turn) => [
      ...turnEntries(turn, spokenAt(course, turn)),
      ...faultEntries(course, (at) => at === turn.number),
    ]),
    ...(call.waitUntil ? [waitEntry(call.waitUntil, call.waits)] : []),
    ...faultEntries(course, (at) => at >= turns.length),
    ...(call.endedAt
      ? [entry("call", "info", call.endedAt, `The call ended: ${call.endedReason ?? call.status}`)]
      : []),
    ...call.checks.map(({ name, passed, reason, turn }) =>
      entry("check", passed ? "info" : "error", call.endedAt, `${name}: ${reason}`, { turn }),
    ),
    ...evaluations.map(evaluationEntry),
    ...(call.verdict ? [entry("call", "info", call.endedAt, `Verdict: ${call.verdict}`)] : []),
  ];
  return entries.map((one, index) => ({ id: `${index}`, ...one }));
}

const begun = (forkTurn: number | null): string =>
  forkTurn === null ? "The call began" : `The call began after ${forkTurn} forked turns`;

const waitEntry = (until: Date, waits: number): Entry =>
  entry(
    "call",
    "warning",
    until,
    `A provider has asked to wait ${waits} times in a row; the call is retried after the wait`,
  );

/** Speech is stored after the call is over. */
const spokenAt = ({ call }: Course, { startMs, createdAt }: MeasuredTurn): Date =>
  startMs !== null && call.startedAt ? new Date(call.startedAt.getTime() + startMs) : createdAt;

/** The turn, and the tools that it calls. */
function turnEntries(turn: MeasuredTurn, at: Date): Entry[] {
  const isCustomer = turn.role === "user";
  const how = turn.scripted ? ", by script" : "";
  const message = `${isCustomer ? `The customer${how}` : "The agent"}: ${quoted(turn.content)}${turn.ends ? ", and ended the call" : ""}`;
  const tools = toolCallsIn(turn.messages).map(({ function: { name, arguments: rawArguments } }) =>
    entry("tool", "info", at, excerpt(`${name}(${rawArguments})`, MOST_TEXT), { turn: turn.number }),
  );
  const measured = {
    turn: turn.number,
    latency_ms: turn.latencyMs,
    input_tokens: turn.inputTokens,
    output_tokens: turn.outputTokens,
    total_tokens: totalOf(turn),
    cost_usd: usdOf(turn.costMicros),
    model: turn.model,
    trace_id: turn.traceId,
  };
  return [entry(isCustomer ? "customer" : "agent", "info", at, message, measured), ...tools];
}

/** Faults with the turn that shows them. Faults without a turn come at the end of the call. */
function faultEntries(course: Course, isAt: (turn: number) => boolean): Entry[] {
  const { call, turns } = course;
  return call.faults
    .filter(({ evidence }) => isAt(evidence.turn))
    .map(({ side, kind, message, evidence }) => {
      const turn = turns[evidence.turn];
      const at = turn ? spokenAt(course, turn) : call.endedAt;
      const level = side === "agent" ? "error" : "warning";
      return entry("fault", level, at, `${side}, ${kind}: ${message}`, { turn: turn ? evidence.turn : null });
    });
}

const verdictOf = (passed: boolean | null): string =>
  passed === null ? "scored without a verdict" : passed ? "passed" : "failed";

function evaluationEntry(evaluation: Course["evaluations"][number]): Entry {
  const { name, generation, status, passed, reason, logId, costMicros, at } = evaluation;
  const level = status === "error" ? "warning" : passed === false ? "error" : "info";
  const time = generation > 1 ? `, time ${generation}` : "";
  const outcome = status === "completed" ? verdictOf(passed) : status;
  const why = reason ? `. ${excerpt(reason, MOST_TEXT)}` : "";
  return entry("evaluation", level, status === "pending" ? null : at, `${name}${time}: ${outcome}${why}`, {
    log_id: logId,
    cost_usd: usdOf(costMicros),
  });
}
