// Which evaluations of several experiments belong together.
import { pairEvaluations } from "../comparison/rules/pair-evaluations";
import type { EvaluationRow } from "../runs/loaders";
import type { Experiment } from "./loaders";

export interface Metric {
  name: string;
  bindingId: string | null;
  /** The evaluation of each experiment, in their order; null where it has none. */
  evaluations: (EvaluationRow | null)[];
}

/** Those of the first experiment in order, then the others: by metric, or else by template and name. */
export function metricsOf([first, ...others]: readonly [Experiment, ...Experiment[]]): Metric[] {
  const metrics = first.evaluations.map((one) => metricOf(one, [one]));
  for (const [index, { evaluations }] of others.entries()) {
    const firsts = metrics.map((metric) => firstIn(metric));
    for (const { first: known, second } of pairEvaluations(firsts, evaluations)) {
      const metric = metrics.find((one) => known !== null && firstIn(one).id === known.id);
      if (metric) metric.evaluations.push(second);
      else if (second) metrics.push(metricOf(second, [...Array<null>(index + 1).fill(null), second]));
    }
  }
  return metrics;
}

const metricOf = ({ name, bindingId }: EvaluationRow, evaluations: Metric["evaluations"]): Metric => ({
  name,
  bindingId,
  evaluations,
});

function firstIn({ evaluations }: Metric): EvaluationRow {
  const found = evaluations.find((one) => one !== null);
  if (!found) throw new Error("a metric has an evaluation");
  return found;
}
