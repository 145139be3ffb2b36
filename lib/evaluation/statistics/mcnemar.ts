// Pairs of passed and failed: whether the change could be chance, and how large it is.
import { binomialCdf } from "@/lib/distributions";
import { type Bounds, scoreInterval } from "./estimate";

/** Pairs by what the first and the second said. */
export interface PairedCounts {
  readonly bothPass: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly bothFail: number;
}

/**
 * The exact two-sided test: how likely pairs that differ fall as unevenly as these, each way being as likely as the other.
 * McNemar (1947), "Note on the sampling error of the difference between correlated proportions", Psychometrika 12, with the
 * binomial distribution. 1 where no pair differs.
 */
export function mcNemarExact({ onlyFirst, onlySecond }: PairedCounts): number {
  return Math.min(1, 2 * binomialCdf(Math.min(onlyFirst, onlySecond), onlyFirst + onlySecond, 0.5));
}

/**
 * 95 % interval of the second's share of passes less the first's, from Wilson's intervals of each and their correlation: method
 * 10 of Newcombe (1998), "Improved confidence intervals for the difference between binomial proportions based on paired data",
 * Statistics in Medicine 17.
 */
export function pairedDifference({ bothPass, onlyFirst, onlySecond, bothFail }: PairedCounts): Bounds {
  const n = bothPass + onlyFirst + onlySecond + bothFail;
  const [second, first] = [(bothPass + onlySecond) / n, (bothPass + onlyFirst) / n];
  const [ofSecond, ofFirst] = [scoreInterval(second, n), scoreInterval(first, n)];
  const phi = correlation({ bothPass, onlyFirst, onlySecond, bothFail });
  const half = (one: number, other: number) =>
    Math.sqrt(Math.max(0, one * one - 2 * phi * one * other + other * other));
  const difference = (onlySecond - onlyFirst) / n;
  return {
    low: Math.max(-1, difference - half(second - ofSecond.low, ofFirst.high - first)),
    high: Math.min(1, difference + half(ofSecond.high - second, first - ofFirst.low)),
  };
}

/** φ of the fourfold table, drawn towards 0 where it is positive by a continuity correction, as the method has it. */
function correlation({ bothPass: e, onlyFirst: g, onlySecond: f, bothFail: h }: PairedCounts): number {
  const margins = (e + f) * (g + h) * (e + g) * (f + h);
  if (margins === 0) return 0;
  const [product, half] = [e * h - f * g, (e + f + g + h) / 2];
  return (product > half ? product - half : Math.min(0, product)) / Math.sqrt(margins);
}

/** How far pairs that differ lean one way, from 0 to 0.5: Cohen (1988), "Statistical Power Analysis", ch. 5. Null where none differs. */
export function cohensG({ onlyFirst, onlySecond }: PairedCounts): number | null {
  const differing = onlyFirst + onlySecond;
  return differing === 0 ? null : Math.abs(onlySecond / differing - 0.5);
}
