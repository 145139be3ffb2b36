// The score of a composite from the scores of its parts.
import type { Aggregation } from "@/lib/contracts/evaluation/names";

interface Scored {
  score: number;
  passed: boolean | null;
  weight: number;
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

export function combine(aggregation: Aggregation, parts: readonly Scored[]): number {
  const scores = parts.map(({ score }) => score);
  if (aggregation === "min") return Math.min(...scores);
  if (aggregation === "max") return Math.max(...scores);
  if (aggregation === "avg") return sum(scores) / scores.length;
  if (aggregation === "pass_rate") return parts.filter(({ passed }) => passed).length / parts.length;
  return sum(parts.map(({ score, weight }) => score * weight)) / sum(parts.map(({ weight }) => weight));
}
