// Compares a call's figures with those of its source.
import { countText, durationText } from "@/app/_ui/figure/numbers";
import type { Output } from "@/lib/contracts/contract";
import type { compareCallSession } from "@/lib/contracts/simulation/runs/call-analyses";
import { millisecondsText, usdText } from "../../words";

export type SourceComparison = Output<typeof compareCallSession>;
type Metric = SourceComparison["metrics"][number];

const secondsText = (seconds: number): string =>
  seconds < 60 ? millisecondsText(seconds * 1000) : durationText(seconds * 1000);

const figures: Record<Metric["name"], { label: string; text: (value: number) => string }> = {
  customer_turns: { label: "Customer turns", text: countText },
  agent_turns: { label: "Agent turns", text: countText },
  avg_latency_ms: { label: "Mean latency per turn", text: millisecondsText },
  duration_seconds: { label: "Duration", text: secondsText },
  total_tokens: { label: "Tokens", text: countText },
  cost_usd: { label: "Cost", text: usdText },
};

export interface FigureRow {
  name: Metric["name"];
  label: string;
  source: string | null;
  call: string | null;
  /** The call's value minus the source's, with its sign. */
  difference: string | null;
}

export function figureRow({ name, source, call, difference }: Metric): FigureRow {
  const { label, text } = figures[name];
  const textOrNull = (value: number | null) => (value === null ? null : text(value));
  const sign = difference === null || difference === 0 ? "±" : difference > 0 ? "+" : "−";
  return {
    name,
    label,
    source: textOrNull(source),
    call: textOrNull(call),
    difference: difference === null ? null : `${sign}${text(Math.abs(difference))}`,
  };
}
