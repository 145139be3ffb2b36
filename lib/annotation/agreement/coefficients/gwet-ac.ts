import { type Metric, nominal } from "../distance";
import { beyondChance, type Measure, undefinedMeasure } from "../measure";
import { comparable, type PatternTable } from "../pattern-table";

/**
 * Gwet's AC1, and with a metric AC2: (p_a − p_e)/(1 − p_e), p_e = T_w/(q(q−1))·Σ π_k(1 − π_k), weights w = 1 −
 * distance/greatest distance, T_w their sum; π_k over all items with a value, p_a over those with two. Gwet (2008),
 * "Computing inter-rater reliability and its variance in the presence of high agreement", BJMSP 61(1); Gwet (2014),
 * "Handbook of Inter-Rater Reliability", 4th ed. `categories` should be the whole scale, including unused ones.
 */
export function gwetAc({ categories, rows }: PatternTable, metric: Metric = nominal): Measure {
  const sample = { ...comparable(rows), leftOut: 0 };
  const q = categories.length;
  if (sample.items > 0 && q < 2) return undefinedMeasure(sample, "There is only one category, so chance is 0/0.");
  const { disagreement, total } = scaled(q, metric(categories, []));
  const prevalence = new Float64Array(q);
  let [valued, observed] = [0, 0];
  for (const { items, size, counts } of rows) {
    valued += items;
    for (const [k, count] of counts) {
      prevalence[k] = (prevalence[k] ?? 0) + (items * count) / size;
      if (size < 2) continue;
      for (const [l, other] of counts)
        observed += (items * count * other * disagreement(k, l)) / (size * (size - 1) * sample.items);
    }
  }
  const spread = prevalence.reduce((sum, share) => sum + (share / valued) * (1 - share / valued), 0);
  return beyondChance(observed, 1 - ((q * q - total) / (q * (q - 1))) * spread, sample);
}

/** Disagreement from 0 to 1, and its sum over all pairs of categories: T_w = q² − sum. */
function scaled(q: number, distance: (a: number, b: number) => number) {
  let [greatest, sum] = [0, 0];
  for (let a = 0; a < q; a++)
    for (let b = 0; b < q; b++) {
      greatest = Math.max(greatest, distance(a, b));
      sum += distance(a, b);
    }
  const unit = greatest || 1;
  return { disagreement: (a: number, b: number) => distance(a, b) / unit, total: sum / unit };
}
