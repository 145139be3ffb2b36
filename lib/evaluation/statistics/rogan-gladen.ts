// The true pass rate behind the pass rate of a judge that errs.
import { Z_95 } from "@/lib/distributions";
import type { Bounds } from "@/lib/estimate";

/** The judge's verdicts on what people passed and failed. */
export interface Confusion {
  readonly truePass: number;
  readonly falsePass: number;
  readonly trueFail: number;
  readonly falseFail: number;
}

export interface CorrectedRate {
  /** Null with the reason if the judge tells nothing. The interval is also null with few items. */
  readonly rate: number | null;
  readonly interval: Bounds | null;
  /** The estimate before it is clipped to 0..1; this one is unbiased. */
  readonly unclipped: number | null;
  readonly reason: string | null;
}

/**
 * With fewer verdicts, or fewer items that people passed or failed, the interval is far too wide (bench/intervals.ts).
 */
const LEAST_VERDICTS = 30;
const LEAST_OF_EACH = 10;

/**
 * (q + specificity − 1) / (sensitivity + specificity − 1) for the judge's pass rate q: Rogan & Gladen (1978),
 * "Estimating prevalence from the results of a screening test", American Journal of Epidemiology 107. The 95 % interval
 * accounts for sensitivity and specificity being estimates too. Pseudo-counts and a shift keep its level in small
 * samples: Lang & Reiczigel (2014), "Confidence limits for prevalence of disease adjusted for estimated sensitivity and
 * specificity", Preventive Veterinary Medicine 113. `n` may be an effective sample size.
 */
export function correctedRate(judgedShare: number, n: number, confusion: Confusion): CorrectedRate {
  const { truePass, falsePass, trueFail, falseFail } = confusion;
  const [passes, fails] = [truePass + falseFail, trueFail + falsePass];
  const none = (reason: string) => ({ rate: null, interval: null, unclipped: null, reason });
  if (n === 0) return none("The judge has scored nothing.");
  if (passes === 0 || fails === 0)
    return none(
      `People have ${passes === 0 ? "passed" : "failed"} no item, so the judge's errors there are not known.`,
    );
  const unclipped = (judgedShare + trueFail / fails - 1) / (truePass / passes + trueFail / fails - 1);
  const shifted = adjusted(judgedShare, n, confusion);
  if (truePass / passes + trueFail / fails <= 1 || shifted === null)
    return none("The judge passes what people failed as often as what they passed: its verdicts tell nothing.");
  const rate = clip(unclipped);
  if (n < LEAST_VERDICTS || Math.min(passes, fails) < LEAST_OF_EACH) {
    const reason = `An interval needs ${LEAST_VERDICTS} verdicts, and ${LEAST_OF_EACH} items that people passed and as many that they failed.`;
    return { rate, interval: null, unclipped, reason };
  }
  return { rate, interval: shifted, unclipped, reason: null };
}

const clip = (value: number): number => Math.min(1, Math.max(0, value));

function adjusted(
  judgedShare: number,
  n: number,
  { truePass, falsePass, trueFail, falseFail }: Confusion,
): Bounds | null {
  const square = Z_95 ** 2;
  const withPseudo = (share: number, size: number, pseudo: number) => ({
    share: (share * size + pseudo / 2) / (size + pseudo),
    variance(): number {
      return (this.share * (1 - this.share)) / (size + pseudo);
    },
  });
  const judged = withPseudo(judgedShare, n, square);
  const sensitivity = withPseudo(truePass / (truePass + falseFail), truePass + falseFail, 2);
  const specificity = withPseudo(trueFail / (trueFail + falsePass), trueFail + falsePass, 2);
  const youden = sensitivity.share + specificity.share - 1;
  if (youden <= 0) return null;
  const rate = (judged.share + specificity.share - 1) / youden;
  const error =
    Math.sqrt(judged.variance() + sensitivity.variance() * rate ** 2 + specificity.variance() * (1 - rate) ** 2) /
    youden;
  const shift = 2 * square * (rate * sensitivity.variance() - (1 - rate) * specificity.variance());
  return { low: clip(rate + shift - Z_95 * error), high: clip(rate + shift + Z_95 * error) };
}
