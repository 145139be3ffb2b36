// What an incident is about, as a sentence.
import type { AlertMeasure, AlertSide } from "@/lib/contracts/alerts/names";

export interface Found {
  measure: AlertMeasure;
  side: AlertSide;
  requests: number;
  bad: number;
  limitShare: number;
  /** Of the week before; null for a fixed limit. */
  requestsBefore: number | null;
  badBefore: number | null;
  latencyMs: number | null;
  costUsd: number | null;
  evaluation: string | null;
  /** Of a day's cost, instead of a share. */
  since: Date;
  spentMicros: number | null;
  limitMicros: number | null;
}

export function findingOf(found: Found): string {
  const { requests, bad, limitShare, requestsBefore, badBefore, side } = found;
  if (found.spentMicros !== null && found.limitMicros !== null) {
    const day = found.since.toISOString().slice(0, 10);
    return `Traces of ${day} (UTC) have cost ${usd(found.spentMicros)}. The limit is ${usd(found.limitMicros)} a day.`;
  }
  const [noun, predicate] = wordsOf(found);
  const share = `${percent(bad / requests)} of ${requests.toLocaleString("en")} ${noun} ${predicate}`;
  if (requestsBefore === null || badBefore === null) return `${share}. The limit is ${percent(limitShare)}.`;
  const before = requestsBefore > 0 ? percent(badBefore / requestsBefore) : "unknown";
  const limit = side === "above" ? "Above" : "Below";
  return `${share}. The week before, it was ${before}. ${limit} ${percent(limitShare)} counts as a change.`;
}

function wordsOf({ measure, latencyMs, costUsd, evaluation }: Found): [noun: string, predicate: string] {
  switch (measure) {
    case "errors":
      return ["traces", "failed"];
    case "latency":
      return ["traces", `took more than ${(latencyMs ?? 0).toLocaleString("en")} ms`];
    case "daily_cost":
      return ["traces", "cost too much in a day"];
    case "cost":
      return ["traces", `cost more than $${(costUsd ?? 0).toLocaleString("en", { maximumFractionDigits: 6 })}`];
    case "verdicts":
    case "drift":
      return ["verdicts", `of ${evaluation ?? "the evaluation"} are fails`];
    case "feedback":
      return ["thumbs", "are down"];
  }
}

const usd = (micros: number): string =>
  `$${(micros / 1e6).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 6 })}`;
const percent = (share: number): string => `${Number((share * 100).toPrecision(3))} %`;
