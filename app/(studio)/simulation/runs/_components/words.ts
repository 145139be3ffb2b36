// Labels and status looks of runs and calls.

import type { Look } from "@/app/_ui/feedback/status";
import {
  coefficientText,
  durationText,
  estimateText,
  percentText,
  quantity,
  type Range,
} from "@/app/_ui/figure/numbers";
import { momentText } from "@/app/_ui/text/time";
import {
  type CallStatus,
  type CallVerdict,
  type ExecutionStatus,
  type FaultKind,
  type FaultSide,
  SCRIPTED,
} from "@/lib/contracts/simulation/call-names";
import type { RunSettings } from "@/lib/contracts/simulation/call-parts";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { percentText as shareText } from "@/lib/percent-text";
import { isRecord } from "@/lib/records";

export const executionLooks: Record<ExecutionStatus, Look> = {
  pending: { tone: "neutral", shape: "ring", word: "Waiting" },
  running: { tone: "accent", shape: "half", word: "Running" },
  evaluating: { tone: "accent", shape: "half", word: "Evaluating" },
  completed: { tone: "good", shape: "check", word: "Completed" },
  failed: { tone: "bad", shape: "cross", word: "Failed" },
  cancelling: { tone: "warn", shape: "pause", word: "Cancelling" },
  cancelled: { tone: "neutral", shape: "skip", word: "Cancelled" },
};

/** The verdict of an execution, or its status if it did not complete. */
export const resultOf = ({ status, passed }: { status: ExecutionStatus; passed: boolean | null }): Look => {
  if (status !== "completed" || passed === null) return executionLooks[status];
  return passed ? verdictLooks.passed : { ...verdictLooks.failed, word: "Not passed" };
};

export const isOpen = (status: ExecutionStatus): boolean =>
  ["pending", "running", "evaluating", "cancelling"].includes(status);

export const verdictLooks: Record<CallVerdict, Look> = {
  passed: { tone: "good", shape: "check", word: "Passed" },
  failed: { tone: "bad", shape: "cross", word: "Failed" },
  excluded: { tone: "warn", shape: "skip", word: "Excluded" },
  unscored: { tone: "neutral", shape: "ring", word: "Unscored" },
};

const callLooks: Record<CallStatus, Look> = {
  pending: { tone: "neutral", shape: "ring", word: "Waiting" },
  queued: { tone: "neutral", shape: "ring", word: "Waiting" },
  ongoing: { tone: "accent", shape: "half", word: "In progress" },
  analyzing: { tone: "accent", shape: "half", word: "Evaluating" },
  completed: { tone: "neutral", shape: "check", word: "Completed" },
  failed: { tone: "bad", shape: "cross", word: "Failed" },
  cancelled: { tone: "neutral", shape: "skip", word: "Cancelled" },
};

/** The verdict of a call, or its status while it has none. */
export const outcomeOf = ({ verdict, status }: { verdict: CallVerdict | null; status: CallStatus }): Look =>
  verdict ? verdictLooks[verdict] : callLooks[status];

/** The row's situation, or else the scenario's name. */
export const aboutCall = ({
  scenario,
  scenario_columns: columns,
  repeat,
}: Pick<CallRecord, "scenario" | "scenario_columns" | "repeat">): string => {
  const situation = columns.situation?.value;
  const trial = repeat > 1 ? `, trial ${repeat}` : "";
  return `${typeof situation === "string" && situation ? situation : scenario}${trial}`;
};

export const sideLabels: Record<FaultSide, string> = { agent: "Agent", simulator: "Simulator", provider: "Provider" };

export const faultLabel = (kind: FaultKind): string => kind.replaceAll("_", " ");

export const usdText = (usd: number): string => `$${usd.toFixed(usd !== 0 && usd < 0.01 ? 6 : 2)}`;

type ForkedFrom = { number: number | null } | null;

/** Whose fork an execution is; null if it is none. */
export const forkText = (from: ForkedFrom): string | null =>
  from && (from.number === null ? "Fork" : `Fork of call #${from.number + 1}`);

interface Listed {
  agent_version: string | null;
  created_at: string;
  pass_rate: number | null;
  forked_from: ForkedFrom;
}

/** An execution as a choice in a list: agent version, time, pass rate, and whose fork it is. */
export const executionText = ({ agent_version, created_at, pass_rate, forked_from }: Listed): string =>
  [agent_version, momentText(created_at), pass_rate === null ? null : percentText(pass_rate), forkText(forked_from)]
    .filter(Boolean)
    .join(", ");

interface Rates {
  pass_rate: number | null;
  pass_rate_interval: Range | null;
  average: number | null;
  average_interval: Range | null;
  scored: number;
  total_cells: number;
}

/** An evaluation's pass rate and mean score, with the counts behind them. Null if it has neither. */
export function ratesText(rates: Rates): string | null {
  const { pass_rate: rate, average, scored, total_cells } = rates;
  const parts = [
    ...(rate === null ? [] : [`${estimateText(rate, rates.pass_rate_interval, percentText)} passed`]),
    ...(average === null || average === rate
      ? []
      : [`mean ${estimateText(average, rates.average_interval, coefficientText)}`]),
  ];
  return parts.length === 0 ? null : `${parts.join("; ")}; ${scored} scored of ${quantity(total_cells, "call")}`;
}
/** What it costs to evaluate again, as far as the last time shows. */
export function evaluationsCostText(evaluations: readonly { cost_usd: number | null }[]): string {
  const known = evaluations.flatMap(({ cost_usd }) => cost_usd ?? []);
  if (known.length === 0 || known.length < evaluations.length) return "What the judges will cost is not known.";
  const sum = known.reduce((one, other) => one + other, 0);
  return `The last evaluation cost ${sum === 0 ? "nothing" : usdText(sum)}.`;
}

export const millisecondsText = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;

/** How long something took; also if it took less than a second. */
export const lastedText = (seconds: number): string =>
  seconds < 1 ? millisecondsText(seconds * 1000) : durationText(seconds * 1000);

/** A row's cell as text; objects as a list of their members. */
export function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isRecord(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, one]) => one !== null && one !== "");
  return members.map(([name, one]) => `${name.replaceAll("_", " ")}: ${cellText(one)}`).join("; ");
}

interface RunAgent {
  agent_definition_detail: { agent_name?: unknown } | null;
  agent_version: { name: string } | null;
}

/** The agent under test and its version. */
export const agentText = ({ agent_definition_detail: agent, agent_version: version }: RunAgent): string =>
  `${String(agent?.agent_name ?? "Deleted")}, ${version?.name ?? "active version"}`;

type Settings = Pick<RunSettings, "max_turns" | "min_turns" | "pass_rate" | "coverage">;

export const turnsText = ({ max_turns: max, min_turns: min }: Pick<Settings, "max_turns" | "min_turns">): string =>
  `${min > 0 ? `${min} to ` : "at most "}${quantity(max, "turn")}`;

/** Who plays the customers: rules, or a model. Null for the model of each scenario's simulator agent. */
export const customersText = (model: string | null): string => {
  if (model === SCRIPTED) return "Scripted, without a model";
  return model === null ? "Played by the configured model" : `Played by ${model}`;
};

export const thresholdsText = ({ pass_rate, coverage }: Pick<Settings, "pass_rate" | "coverage">): string =>
  `${shareText(pass_rate)} of the counted calls pass, and ${shareText(coverage)} of all calls count`;
