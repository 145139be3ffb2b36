// Latency, turns, tokens and cost of two executions as text.
import { estimateText, numberText, quantity } from "@/app/_ui/figure/numbers";
import type { Output } from "@/lib/contracts/contract";
import type { compareExecutions } from "@/lib/contracts/simulation/runs/execution-comparison";
import { millisecondsText, usdText } from "../words";

export type Comparison = Output<typeof compareExecutions>;
type Figure = Comparison["figures"][number];

const figures: Record<Figure["name"], { label: string; text: (value: number) => string }> = {
  avg_latency_ms: { label: "Mean latency", text: millisecondsText },
  turn_count: { label: "Agent turns", text: numberText },
  total_tokens: { label: "Tokens", text: numberText },
  cost_usd: { label: "Cost", text: usdText },
};

export const chanceText = (p: number | null): string => (p === null ? "" : `, p = ${p.toFixed(3)}`);

/** The means of both sides. Null if no pair of calls has the figure. */
export function figureText(figure: Figure): string | null {
  const { baseline_mean: before, mean: after, difference, interval, pairs, p_value } = figure;
  if (before === null || after === null) return null;
  const { text } = figures[figure.name];
  const signed = (value: number) => `${value < 0 ? "−" : value > 0 ? "+" : "±"}${text(Math.abs(value))}`;
  const change = difference === null ? "" : `, difference ${estimateText(difference, interval, signed)}`;
  return `${text(before)} → ${text(after)}${change}, of ${quantity(pairs, "pair")}${chanceText(p_value)}`;
}

export const figureLabel = ({ name }: Pick<Figure, "name">): string => figures[name].label;

/** The percentiles of both sides. Null if one side has no measured answer. */
export function latencyText(latency: Comparison["answer_latency"]): string | null {
  const { baseline_p50_ms: halfBefore, p50_ms: half, baseline_p95_ms: mostBefore, p95_ms: most } = latency;
  if (halfBefore === null || half === null || mostBefore === null || most === null) return null;
  const changed = (before: number, after: number) => `${millisecondsText(before)} → ${millisecondsText(after)}`;
  return `p50 ${changed(halfBefore, half)}, p95 ${changed(mostBefore, most)}`;
}
