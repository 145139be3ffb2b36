// What has happened in a call, in its order.
import { excerpt } from "@/lib/bounds/excerpt";
import type { LogCategory, LogLevel } from "@/lib/contracts/simulation/call-names";
import type { Check, Fault } from "@/lib/contracts/simulation/call-parts";
import type { CallLog } from "@/lib/contracts/simulation/runs/call-analyses";
import { type Turn, toolCallsIn } from "../../conversation/rules/turn";

interface MeasuredTurn extends Turn {
  createdAt: Date;
  /** Of what was spoken: when, from the call's beginning. */
  startMs: number | null;
  latencyMs: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
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
  /** Of a call by phone. */
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
  cost_usd: null,
  model: null,
  trace_id: null,
  log_id: null,
};
type Entry = Omit<CallLog, "id">;

/** Of what is of one moment the cause comes before what follows from it. */
export function eventsOf({ call, turns, evaluations, dialed, reruns }: Course): CallLog[] {
  const entry = (
    category: LogCategory,
    level: LogLevel,
    at: Date | null,
    message: string,
    more: Partial<Entry> = {},
  ): Entry => ({ ...plain, category, level, logged_at: at?.toISOString() ?? null, message, ...more });
  // What was spoken is written down once the call is over.
  const spokenAt = ({ startMs, createdAt }: MeasuredTurn): Date =>
    startMs !== null && call.startedAt ? new Date(call.startedAt.getTime() + startMs) : createdAt;
  const timeOf = (number: number): Date | null => {
    const turn = turns[number];
    return turn ? spokenAt(turn) : call.endedAt;
  };
  const faultEntry = ({ side, kind, message, evidence }: Fault) =>
    entry("fault", side === "agent" ? "error" : "warning", timeOf(evidence.turn), `${side}, ${kind}: ${message}`, {
      turn: evidence.turn < turns.length ? evidence.turn : null,
    });
  const early = call.faults.filter(({ evidence }) => evidence.turn < turns.length);
  const late = call.faults.filter(({ evidence }) => evidence.turn >= turns.length);
  const entries: Entry[] = [
    ...reruns.map(({ type, verdict, at }) =>
      entry("rerun", "info", at, `Snapshot before ${type}: ${verdict ?? "without a verdict"}`),
    ),
    entry("call", "info", call.createdAt, "The call was created"),
    ...(dialed ? [entry("call", "info", dialed.at, `Dialed ${dialed.phoneNumber} through ${dialed.provider}`)] : []),
    ...(call.startedAt ? [entry("call", "info", call.startedAt, begun(call.forkTurn))] : []),
    ...turns.flatMap((turn) => [
      turnEntry(entry, turn, spokenAt(turn)),
      ...toolCallsIn(turn.messages).map(({ function: { name, arguments: rawArguments } }) =>
        entry("tool", "info", spokenAt(turn), excerpt(`${name}(${rawArguments})`, MOST_TEXT), { turn: turn.number }),
      ),
      ...early.filter(({ evidence }) => evidence.turn === turn.number).map(faultEntry),
    ]),
    ...(call.waitUntil
      ? [
          entry(
            "call",
            "warning",
            call.waitUntil,
            `A provider has asked to wait ${call.waits} times in a row; the call is retried after the wait`,
          ),
        ]
      : []),
    ...late.map(faultEntry),
    ...(call.endedAt
      ? [entry("call", "info", call.endedAt, `The call ended: ${call.endedReason ?? call.status}`)]
      : []),
    ...call.checks.map(({ name, passed, reason, turn }) =>
      entry("check", passed ? "info" : "error", call.endedAt, `${name}: ${reason}`, { turn }),
    ),
    ...evaluations.map(({ name, generation, status, passed, reason, logId, costMicros, at }) =>
      entry(
        "evaluation",
        status === "error" ? "warning" : passed === false ? "error" : "info",
        status === "pending" ? null : at,
        `${name}${generation > 1 ? `, time ${generation}` : ""}: ${status === "completed" ? verdictOf(passed) : status}${reason ? `. ${excerpt(reason, MOST_TEXT)}` : ""}`,
        { log_id: logId, cost_usd: dollars(costMicros) },
      ),
    ),
    ...(call.verdict ? [entry("call", "info", call.endedAt, `Verdict: ${call.verdict}`)] : []),
  ];
  return entries.map((one, index) => ({ id: `${index}`, ...one }));
}

const dollars = (micros: number | null): number | null => (micros === null ? null : micros / 1e6);
const begun = (forkTurn: number | null): string =>
  forkTurn === null ? "The call began" : `The call began after ${forkTurn} forked turns`;
const verdictOf = (passed: boolean | null): string =>
  passed === null ? "scored without a verdict" : passed ? "passed" : "failed";

function turnEntry(
  entry: (category: LogCategory, level: LogLevel, at: Date, message: string, more: Partial<Entry>) => Entry,
  turn: MeasuredTurn,
  at: Date,
): Entry {
  const isCustomer = turn.role === "user";
  const how = turn.scripted ? ", by script" : "";
  return entry(
    isCustomer ? "customer" : "agent",
    "info",
    at,
    `${isCustomer ? `The customer${how}` : "The agent"}: ${quoted(turn.content)}${turn.ends ? ", and ended the call" : ""}`,
    {
      turn: turn.number,
      latency_ms: turn.latencyMs,
      input_tokens: turn.inputTokens,
      output_tokens: turn.outputTokens,
      cost_usd: dollars(turn.costMicros),
      model: turn.model,
      trace_id: turn.traceId,
    },
  );
}
