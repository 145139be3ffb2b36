// How often the intervals that screens show hold the truth: samples are drawn from a truth that is known, and the product's own
// functions make an interval of each.
import { fleissKappa } from "@/lib/annotation/agreement/fleiss-kappa";
import { patternTable } from "@/lib/annotation/agreement/pattern-table";
import { readRows } from "@/lib/annotation/agreement/reading";
import { reliabilityOf } from "@/lib/simulation/outcome/rules/reliability";
import { figuresOf } from "../../calibration/rules/figures";
import { comparePairs, type PairGroup } from "../compare-pairs";
import { type Bounds, estimateMean, sampleOf } from "../estimate";
import { correctedRate } from "../rogan-gladen";
import { bernoulli, betaOf, binomialOf, type Random } from "./random";

export interface Study {
  readonly name: string;
  /** Whether it is drawn from resamples, and so costs a thousand times as much. */
  readonly resamples?: boolean;
  /** Whether so few values can come out of a sample that coverage must be uneven; such intervals are kept from covering too little. */
  readonly isDiscrete: boolean;
  /** What the interval is of. */
  readonly truth: (rate: number) => number;
  /** The interval of one sample of so many rows; null where the product draws none. */
  readonly draw: (random: Random, rows: number, rate: number) => Bounds | null;
}

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));
const same = (rate: number): number => rate;

const scores = (name: string, score: (random: Random, rate: number) => number): Study => ({
  name: `mean of scores, ${name}`,
  isDiscrete: false,
  truth: same,
  draw: (random, rows, rate) => estimateMean(sampleOf(times(rows, () => [score(random, rate)]))).interval,
});

/** Trials of one row have something in common: the row's own rate comes of a beta distribution. */
const CONCENTRATION = 2;
const TRIALS = 3;

function passHatK(k: number, concentration: number | null): Study {
  const moment = (rate: number) => {
    if (concentration === null) return rate ** k;
    let chance = 1;
    for (let index = 0; index < k; index++) chance *= (rate * concentration + index) / (concentration + index);
    return chance;
  };
  return {
    name: `pass^${k}, ${TRIALS} trials a row, ${concentration === null ? "rows alike" : "rows that differ"}`,
    isDiscrete: true,
    truth: moment,
    draw(random, rows, rate) {
      const trials = times(rows, () => {
        const own = concentration === null ? rate : betaOf(random, rate, concentration);
        return { passed: binomialOf(random, TRIALS, own), counted: TRIALS };
      });
      const found = reliabilityOf(trials)[k - 1]?.interval;
      return found ? { low: found[0], high: found[1] } : null;
    },
  };
}

/** Two runs of which the second passes what the first has failed in a tenth of rows, and the reverse in a twentieth. */
const RISE = 0.1;
const FALL = 0.05;

const pairOf = (random: Random, rate: number): PairGroup => {
  const first = bernoulli(random, rate);
  const second = random() < (first === 1 ? FALL : RISE) ? 1 - first : first;
  return { pairs: 1, first, second };
};
const lift = (rate: number): number => RISE * (1 - rate) - FALL * rate;

/** Half of the rows keep their score, the others get a new one that is on average a little better. */
const scorePair = (random: Random, rate: number): PairGroup => {
  const first = betaOf(random, rate, 4);
  const second = random() < 0.5 ? first : betaOf(random, improved(rate), 4);
  return { pairs: 1, first, second };
};
const improved = (rate: number): number => Math.min(0.98, rate + 0.05);

/** Equal pairs as one group, so that resampling is quick. */
function grouped(pairs: readonly PairGroup[]): PairGroup[] {
  const groups = new Map<string, PairGroup>();
  for (const { first, second } of pairs) {
    const key = `${first} ${second}`;
    groups.set(key, { first, second, pairs: (groups.get(key)?.pairs ?? 0) + 1 });
  }
  return [...groups.values()];
}

const SENSITIVITY = 0.9;
const SPECIFICITY = 0.85;

/** People and a judge who errs. */
const confusion = (random: Random, rows: number, rate: number) => {
  const counts = { truePass: 0, falsePass: 0, trueFail: 0, falseFail: 0 };
  for (let row = 0; row < rows; row++) {
    const isPass = random() < rate;
    const isRight = random() < (isPass ? SENSITIVITY : SPECIFICITY);
    counts[isPass ? (isRight ? "truePass" : "falseFail") : isRight ? "trueFail" : "falsePass"] += 1;
  }
  return counts;
};

function kappaTruth(rate: number): number {
  const [hit, pass] = [rate * SENSITIVITY, rate * SENSITIVITY + (1 - rate) * (1 - SPECIFICITY)];
  const observed = hit + (1 - rate) * SPECIFICITY;
  const chance = rate * pass + (1 - rate) * (1 - pass);
  return (observed - chance) / (1 - chance);
}

/** Three annotators who see an item's true value, or with a chance of 15 % the other one. */
const SLIP = 0.15;
const ANNOTATORS = 3;

function fleissTruth(rate: number): number {
  const agreed = (1 - SLIP) ** 2 + SLIP ** 2;
  const ones = rate * (1 - SLIP) + (1 - rate) * SLIP;
  const chance = ones ** 2 + (1 - ones) ** 2;
  return (agreed - chance) / (1 - chance);
}

function fleissOf(random: Random, rows: number, rate: number): Bounds | null {
  const patterns = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const truth = bernoulli(random, rate);
    const ones = binomialOf(random, ANNOTATORS, truth === 1 ? 1 - SLIP : SLIP);
    const counts = [
      ["0", ANNOTATORS - ones],
      ["1", ones],
    ].filter(([, count]) => count !== 0);
    const key = JSON.stringify(counts);
    patterns.set(key, (patterns.get(key) ?? 0) + 1);
  }
  const table = patternTable(patterns, ["0", "1"]);
  const kappa = (drawn: typeof table.rows) => fleissKappa({ ...table, rows: drawn }, ANNOTATORS);
  const [reading] = readRows(table.rows, { fleiss_kappa: kappa }, { seed: String(random()), resamples: RESAMPLES });
  const interval = reading?.interval;
  return interval && interval.low !== null ? { low: interval.low, high: interval.high } : null;
}
const RESAMPLES = 500;

export const studies: readonly Study[] = [
  {
    name: "pass rate",
    isDiscrete: true,
    truth: same,
    draw: (random, rows, rate) => estimateMean(sampleOf(times(rows, () => [bernoulli(random, rate)]))).interval,
  },
  {
    name: `pass rate, ${TRIALS} trials a row that differ`,
    isDiscrete: true,
    truth: same,
    draw(random, rows, rate) {
      const clusters = times(rows, () => {
        const own = betaOf(random, rate, CONCENTRATION);
        return times(TRIALS, () => bernoulli(random, own));
      });
      return estimateMean(sampleOf(clusters)).interval;
    },
  },
  scores("in fifths", (random, rate) => binomialOf(random, 4, rate) / 4),
  scores("spread", (random, rate) => betaOf(random, rate, 20)),
  scores("piled up at the ends", (random, rate) => betaOf(random, rate, 4)),
  ...[1, 2, 3].flatMap((k) => [passHatK(k, null), passHatK(k, CONCENTRATION)]),
  {
    name: "difference of pass rates",
    isDiscrete: true,
    truth: lift,
    draw: (random, rows, rate) =>
      without(comparePairs(grouped(times(rows, () => pairOf(random, rate))), "", 0).interval),
  },
  {
    name: "difference of pass rates, bootstrap",
    isDiscrete: true,
    resamples: true,
    truth: lift,
    draw: (random, rows, rate) =>
      without(comparePairs(grouped(times(rows, () => pairOf(random, rate))), String(random()), RESAMPLES).bootstrap),
  },
  {
    name: "difference of scores",
    isDiscrete: false,
    truth: (rate) => (improved(rate) - rate) / 2,
    draw: (random, rows, rate) =>
      without(
        comparePairs(
          times(rows, () => scorePair(random, rate)),
          "",
          0,
        ).interval,
      ),
  },
  {
    name: "pass rate, corrected for the judge",
    isDiscrete: true,
    truth: same,
    draw: (random, rows, rate) => correctedFor(random, rows, rate),
  },
  {
    name: "κ of a judge and people",
    isDiscrete: true,
    resamples: true,
    truth: kappaTruth,
    draw: (random, rows, rate) => figuresOf(confusion(random, rows, rate), String(random()), RESAMPLES).kappa.interval,
  },
  {
    name: "Fleiss' κ of three annotators",
    isDiscrete: true,
    resamples: true,
    truth: fleissTruth,
    draw: fleissOf,
  },
];

/** As many items for the calibration as rows in the run, half of them passes. */
function correctedFor(random: Random, rows: number, rate: number): Bounds | null {
  const judged = times(rows, () => random() < (random() < rate ? SENSITIVITY : 1 - SPECIFICITY));
  const passes = judged.filter(Boolean).length;
  return correctedRate(passes / rows, rows, confusion(random, rows, 0.5)).interval;
}

const without = (bounds: Bounds | null): Bounds | null => bounds && { low: bounds.low, high: bounds.high };

export interface Coverage {
  /** The share of the intervals drawn that hold the truth; null where too few were drawn to say. */
  readonly coverage: number | null;
  readonly drawn: number;
}

/** Of so many samples. */
export function coverageOf(study: Study, random: Random, rows: number, rate: number, samples: number): Coverage {
  const truth = study.truth(rate);
  let [drawn, held] = [0, 0];
  for (let sample = 0; sample < samples; sample++) {
    const interval = study.draw(random, rows, rate);
    if (!interval) continue;
    drawn++;
    held += Number(interval.low <= truth + 1e-12 && truth <= interval.high + 1e-12);
  }
  return { coverage: drawn * 10 < samples ? null : held / drawn, drawn: drawn / samples };
}

/** From 0.02 to 0.98 in steps of 0.06. */
export const RATES: readonly number[] = times(17, (index) => Math.round(2 + 6 * index) / 100);
