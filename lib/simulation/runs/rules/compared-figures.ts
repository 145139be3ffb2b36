// Latency, turns, tokens and cost of the same trials in two executions.
import { type ComparedFigure, comparedFigures } from "@/lib/contracts/simulation/call-names";
import { boundsOf, comparedRows, type TrialPair } from "./paired-rows";

/** Of one call; null if it was not measured. */
export type CallFigures = Readonly<Record<ComparedFigure, number | null>>;

export interface FiguresPair extends Pick<TrialPair, "scenarioId" | "rowId"> {
  first: CallFigures;
  second: CallFigures;
}

/** Each figure over the pairs that have it on both sides. */
export const compareFigures = (pairs: readonly FiguresPair[]) =>
  comparedFigures.map((name) => {
    const trials = pairs.flatMap(({ first, second, ...of }) => {
      const [one, other] = [first[name], second[name]];
      return one === null || other === null ? [] : [{ ...of, first: one, second: other }];
    });
    const compared = comparedRows(trials, "number");
    return {
      name,
      pairs: trials.length,
      baseline_mean: compared.first,
      mean: compared.second,
      difference: compared.difference,
      interval: boundsOf(compared.interval),
      p_value: compared.test?.p ?? null,
    };
  });
