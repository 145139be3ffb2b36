// Intervals of a judge's quality compared with people, and of pass rates corrected for its errors.
import { figuresOf } from "../../calibration/rules/figures";
import { type Confusion, correctedRate } from "../rogan-gladen";
import type { Random } from "./random";
import { type Study, studyOf, times } from "./study";

const RESAMPLES = 400;
const SENSITIVITY = 0.9;
const SPECIFICITY = 0.85;

/** People who pass a share of items, and a judge who errs. */
function confusionOf(
  random: Random,
  items: number,
  rate: number,
  [hit, reject] = [SENSITIVITY, SPECIFICITY],
): Confusion {
  const counts = { truePass: 0, falsePass: 0, trueFail: 0, falseFail: 0 };
  for (let item = 0; item < items; item++) {
    const isPass = random() < rate;
    const isRight = random() < (isPass ? hit : reject);
    counts[isPass ? (isRight ? "truePass" : "falseFail") : isRight ? "trueFail" : "falsePass"] += 1;
  }
  return counts;
}

/** For κ, the rates of a fourfold table, and the judge's bias. */
function truthsOf(rate: number, [hit, reject] = [SENSITIVITY, SPECIFICITY]) {
  const judged = rate * hit + (1 - rate) * (1 - reject);
  const agreement = rate * hit + (1 - rate) * reject;
  const chance = rate * judged + (1 - rate) * (1 - judged);
  return {
    kappa: (agreement - chance) / (1 - chance),
    agreement,
    base_rate: rate,
    judged_rate: judged,
    sensitivity: hit,
    specificity: reject,
    bias: judged - rate,
  };
}

const calibration = (
  name: string,
  population: (rate: number) => { passes: number; errs: [number, number] },
): Study => ({
  name: `a judge and people, ${name}`,
  resamples: true,
  truths: (rate) => truthsOf(population(rate).passes, population(rate).errs),
  draw(random, rows, rate) {
    const { passes, errs } = population(rate);
    const { bias, ...rates } = figuresOf(confusionOf(random, rows, passes, errs), String(random()), RESAMPLES);
    const intervals = Object.entries(rates).map(([figure, { interval }]) => [figure, interval] as const);
    return { ...Object.fromEntries(intervals), bias: bias.interval };
  },
});

/** As many calibration items as rows in the run, half of them passes. */
const corrected = studyOf(
  "pass rate, corrected for the judge",
  (rate) => rate,
  (random, rows, rate) => {
    const judged = times(rows, () => random() < (random() < rate ? SENSITIVITY : 1 - SPECIFICITY));
    const passes = judged.filter(Boolean).length;
    return correctedRate(passes / rows, rows, confusionOf(random, rows, 0.5)).interval;
  },
);

export const judgeStudies: readonly Study[] = [
  calibration("by how much people pass", (rate) => ({ passes: rate, errs: [SENSITIVITY, SPECIFICITY] })),
  calibration("by how often the judge is right", (rate) => ({ passes: 0.5, errs: [rate, rate] })),
  corrected,
];
