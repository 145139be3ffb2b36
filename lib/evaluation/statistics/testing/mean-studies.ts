// Intervals of pass rates, of mean scores, and of pass^k.

import { estimateMean, type Scale, sampleOf } from "@/lib/estimate";
import { reliabilityOf } from "@/lib/simulation/outcome/rules/reliability";
import { bernoulli, betaOf, binomialOf, type Random } from "./random";
import { type Study, studyOf, times } from "./study";

const same = (rate: number): number => rate;
const TRIALS = 3;
/** Trials of one row are related: the row's own rate is drawn from a beta distribution. */
const CONCENTRATION = 2;

const meanOf = (
  name: string,
  truth: (rate: number) => number,
  score: (random: Random, rate: number) => number,
  scale: Scale = "unit",
) =>
  studyOf(
    name,
    truth,
    (random, rows, rate) =>
      estimateMean(
        sampleOf(
          times(rows, () => [score(random, rate)]),
          scale,
        ),
      ).interval,
  );

/** The chance that all k trials of a row pass, if rows differ by a beta distribution or not at all. */
function chanceOfAll(rate: number, k: number, concentration: number | null): number {
  if (concentration === null) return rate ** k;
  let chance = 1;
  for (let index = 0; index < k; index++) chance *= (rate * concentration + index) / (concentration + index);
  return chance;
}

/** The mean rate of rows whose pass^k is `chanceOfPass`. */
function rateFor(chanceOfPass: number, k: number, concentration: number | null): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (chanceOfAll(middle, k, concentration) < chanceOfPass) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const passHatK = (k: number, concentration: number | null): Study =>
  studyOf(
    `pass^${k}, ${TRIALS} trials a row, ${concentration === null ? "rows alike" : "rows that differ"}`,
    same,
    (random, rows, rate) => {
      const mean = rateFor(rate, k, concentration);
      const trials = times(rows, () => {
        const own = concentration === null ? mean : betaOf(random, mean, concentration);
        return { passed: binomialOf(random, TRIALS, own), decided: TRIALS };
      });
      const found = reliabilityOf(trials)[k - 1]?.interval;
      return found ? { low: found[0], high: found[1] } : null;
    },
  );

/** Clusters of different sizes, such as the spans of traces. */
const unevenOf = (name: string, size: (random: Random) => number): Study =>
  studyOf(name, same, (random, rows, rate) => {
    const clusters = times(rows, () => {
      const own = betaOf(random, rate, CONCENTRATION);
      return times(size(random), () => bernoulli(random, own));
    });
    return estimateMean(sampleOf(clusters, "unit")).interval;
  });

export const meanStudies: readonly Study[] = [
  meanOf("pass rate", same, bernoulli),
  studyOf(`pass rate, ${TRIALS} trials a row that differ`, same, (random, rows, rate) => {
    const clusters = times(rows, () => {
      const own = betaOf(random, rate, CONCENTRATION);
      return times(TRIALS, () => bernoulli(random, own));
    });
    return estimateMean(sampleOf(clusters, "unit")).interval;
  }),
  unevenOf("pass rate, one to ten trials a row", (random) => Math.ceil(10 * random())),
  meanOf("mean of scores, in fifths", same, (random, rate) => binomialOf(random, 4, rate) / 4),
  meanOf("mean of scores, spread", same, (random, rate) => betaOf(random, rate, 20)),
  meanOf("mean of scores, piled up at the ends", same, (random, rate) => betaOf(random, rate, 4)),
  meanOf(
    "mean of numbers, 1 to 5",
    (rate) => 1 + 4 * rate,
    (random, rate) => 1 + binomialOf(random, 4, rate),
    "number",
  ),
  ...[1, 2, 3].flatMap((k) => [passHatK(k, null), passHatK(k, CONCENTRATION)]),
];
