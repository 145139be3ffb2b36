// Sums up the metrics of a conversation's turns.
import type { TurnRole } from "@/lib/contracts/simulation/call-names";

export interface Measured {
  role: TurnRole;
  latencyMs: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Where only the total was reported. */
  totalTokens: number | null;
}

/** Null if only one part is known. Turns with parts and turns with only a total may stand in one call. */
export function totalOf({ inputTokens, outputTokens, totalTokens }: Omit<Measured, "role" | "latencyMs">) {
  if (inputTokens === null && outputTokens === null) return totalTokens;
  return inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens + (totalTokens ?? 0);
}

/** Only of the agent's turns; null if there are no data. The mean latency covers measured turns only. */
export function metricsOf(turns: readonly Measured[]) {
  const own = turns.filter(({ role }) => role === "assistant");
  const valuesOf = (pick: (turn: Measured) => number | null) => own.map(pick).filter((value) => value !== null);
  const sum = (values: readonly number[]) => (values.length > 0 ? values.reduce((all, one) => all + one, 0) : null);
  const [latencies, input, output, totals] = [
    valuesOf(({ latencyMs }) => latencyMs),
    sum(valuesOf(({ inputTokens }) => inputTokens)),
    sum(valuesOf(({ outputTokens }) => outputTokens)),
    sum(valuesOf(({ totalTokens }) => totalTokens)),
  ];
  const latency = sum(latencies);
  return {
    total_tokens: totalOf({ inputTokens: input, outputTokens: output, totalTokens: totals }),
    input_tokens: input,
    output_tokens: output,
    avg_latency_ms: latency === null ? null : latency / latencies.length,
    turn_count: own.length,
  };
}
