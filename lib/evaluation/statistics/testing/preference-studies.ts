// Intervals of win rates, for answers that follow Bradley and Terry's model.
import { type GivenPreference, preferenceFigures } from "@/lib/annotation/preferences/preference-figures";
import { bernoulli, type Random } from "./random";
import { type Study, times } from "./study";

const RESAMPLES = 250;

const answered = (item: number, first: string, second: string, isFirst: boolean, answers = 1): GivenPreference => ({
  itemId: String(item),
  first,
  second,
  outcome: isFirst ? "first" : "second",
  shown: null,
  answers,
});

function intervalsOf(random: Random, answers: readonly GivenPreference[]) {
  const { contestants } = preferenceFigures(answers, { seed: String(random()), resamples: RESAMPLES });
  return Object.fromEntries(
    contestants.map(({ name, reading: { interval } }) => [
      name,
      interval.low === null ? null : { low: interval.low, high: interval.high },
    ]),
  );
}

const SLIP = 0.15;
/** Two annotators answer each item, and what is better differs from item to item. */
const twoOutputs: Study = {
  name: "preference: two outputs of two annotators, by how often the first is better",
  resamples: true,
  truths: (rate) => {
    const first = rate * (1 - SLIP) + (1 - rate) * SLIP;
    return { a: first, b: 1 - first };
  },
  draw(random, rows, rate) {
    const answers = times(rows, (item) => {
      const chance = bernoulli(random, rate) ? 1 - SLIP : SLIP;
      return times(2, () => answered(item, "a", "b", bernoulli(random, chance) === 1));
    });
    return intervalsOf(random, answers.flat());
  },
};

const MODELS = ["a", "b", "c"] as const;
/** The first goes from the weakest to the strongest. */
const strengths = (rate: number): number[] => [4 * (rate - 0.5), 0.5, -0.5];
const chanceOf = (one: number, other: number): number => 1 / (1 + Math.exp(other - one));

const threeModels: Study = {
  name: "preference: three models of one annotator, by how good the first is",
  resamples: true,
  truths: (rate) => {
    const all = strengths(rate);
    return Object.fromEntries(
      MODELS.map((name, own) => {
        const chances = all.flatMap((other, index) => (index === own ? [] : [chanceOf(all[own] ?? 0, other)]));
        return [name, chances.reduce((sum, one) => sum + one, 0) / chances.length];
      }),
    );
  },
  draw(random, rows, rate) {
    const all = strengths(rate);
    const answers = times(rows, (item) => {
      const one = Math.floor(random() * MODELS.length);
      const other = (one + 1 + Math.floor(random() * (MODELS.length - 1))) % MODELS.length;
      const isFirst = bernoulli(random, chanceOf(all[one] ?? 0, all[other] ?? 0)) === 1;
      return answered(item, MODELS[one] ?? "", MODELS[other] ?? "", isFirst);
    });
    return intervalsOf(random, answers);
  },
};

export const preferenceStudies: readonly Study[] = [twoOutputs, threeModels];
