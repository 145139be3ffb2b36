// What a confusion table of people and judge shows, and whether the judge may be a gate.
import { bootstrap, LEAST_ITEMS } from "@/lib/annotation/agreement/bootstrap";
import { cohenKappa } from "@/lib/annotation/agreement/coefficients/cohen-kappa";
import type { Cell } from "@/lib/annotation/agreement/contingency";
import { type Bounds, wilson } from "@/lib/estimate";
import { mcNemarExact, type PairedCounts, pairedDifference } from "../../statistics/mcnemar";
import type { Confusion } from "../../statistics/rogan-gladen";

interface Rate {
  value: number | null;
  interval: Bounds | null;
  items: number;
}

interface CalibrationFigures {
  kappa: Rate;
  agreement: Rate;
  base_rate: Rate;
  judged_rate: Rate;
  sensitivity: Rate;
  specificity: Rate;
  bias: { value: number | null; interval: Bounds | null; p: number | null };
}

/** With fewer items on a side, its error rate says next to nothing. */
const LEAST_OF_EACH = 10;
const CATEGORIES = ["fail", "pass"];

const rateOf = (part: number, items: number): Rate =>
  items === 0
    ? { value: null, interval: null, items }
    : { value: part / items, interval: wilson(part / items, items), items };

/** With fewer items on a side, the interval covers less than 95 % (bench/intervals.ts). */
const LEAST_FOR_INTERVAL = 15;

/** The rate over the items that people passed, or over those that they failed. */
function sideRateOf(part: number, items: number): Rate {
  const rate = rateOf(part, items);
  return items < LEAST_FOR_INTERVAL ? { ...rate, interval: null } : rate;
}

/** The seed fixes the random resampling behind κ's interval. */
export function figuresOf(confusion: Confusion, seed: string, resamples = 1000): CalibrationFigures {
  const { truePass, falsePass, trueFail, falseFail } = confusion;
  const [passes, fails] = [truePass + falseFail, trueFail + falsePass];
  const items = passes + fails;
  const pairs: PairedCounts = { bothPass: truePass, onlyFirst: falseFail, onlySecond: falsePass, bothFail: trueFail };
  return {
    kappa: kappaOf(confusion, items, seed, resamples),
    agreement: rateOf(truePass + trueFail, items),
    base_rate: rateOf(passes, items),
    judged_rate: rateOf(truePass + falsePass, items),
    sensitivity: sideRateOf(truePass, passes),
    specificity: sideRateOf(trueFail, fails),
    bias:
      items === 0
        ? { value: null, interval: null, p: null }
        : { value: (falsePass - falseFail) / items, interval: pairedDifference(pairs), p: mcNemarExact(pairs) },
  };
}

function kappaOf(
  { truePass, falsePass, trueFail, falseFail }: Confusion,
  items: number,
  seed: string,
  resamples: number,
): Rate {
  // People's category first, then the judge's.
  const cells: Cell[] = [
    { items: truePass, first: 1, second: 1 },
    { items: falseFail, first: 1, second: 0 },
    { items: falsePass, first: 0, second: 1 },
    { items: trueFail, first: 0, second: 0 },
  ].filter((cell) => cell.items > 0);
  const measure = (drawn: readonly Cell[]) => cohenKappa({ categories: CATEGORIES, cells: drawn });
  const { value } = measure(cells);
  if (value === null) return { value, interval: null, items };
  const { kappa } = bootstrap(cells, { kappa: measure }, seed, resamples);
  const isTold = kappa.low !== null && kappa.low < kappa.high;
  return { value, interval: isTold ? { low: kappa.low, high: kappa.high } : null, items };
}

const two = (value: number): string => value.toFixed(2).replace("-", "−");

/** Why a gate does not accept the judge; empty if it does. */
export function gateProblems(confusion: Confusion, { kappa }: Pick<CalibrationFigures, "kappa">, leastKappa: number) {
  const passes = confusion.truePass + confusion.falseFail;
  const fails = confusion.trueFail + confusion.falsePass;
  const few = (items: number, done: string) =>
    `People have ${done} ${items} of the compared items; ${LEAST_OF_EACH} at least are needed.`;
  const low = kappa.interval?.low ?? null;
  return [
    ...(passes < LEAST_OF_EACH ? [few(passes, "passed")] : []),
    ...(fails < LEAST_OF_EACH ? [few(fails, "failed")] : []),
    ...(low === null
      ? [`κ has no interval, which needs ${LEAST_ITEMS} items, so agreement beyond chance is not known.`]
      : []),
    ...(low !== null && low < leastKappa
      ? [`κ may be as low as ${two(low)} (95 % interval); ${two(leastKappa)} at least is required.`]
      : []),
  ];
}
