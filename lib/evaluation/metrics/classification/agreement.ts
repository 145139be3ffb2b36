// Agreement beyond chance, by the measures that annotation uses.
import { cohenKappa } from "@/lib/annotation/agreement/coefficients/cohen-kappa";
import { fleissKappa } from "@/lib/annotation/agreement/coefficients/fleiss-kappa";
import { generalizedFleissKappa } from "@/lib/annotation/agreement/coefficients/generalized-fleiss-kappa";
import { always } from "../empty";
import { numberOf } from "../metric-input";
import { halved, type LabelPairs, labelPairs } from "../pairs";
import { computed } from "../template";
import { figure } from "../tokens";
import { Unscored } from "../unscored";
import { publishedIn } from "../vector";
import { LABELS, PAIRS, pairOf } from "./confusion";

const base = {
  keys: ["output", "expected"],
  output: "score",
  tags: ["classification", "agreement"],
  empty: always(null, "list"),
} as const;

function kappa({ output, expected }: LabelPairs) {
  const categories = [...new Set([...output, ...expected])];
  const index = new Map(categories.map((category, at) => [category, at]));
  const at = (category: string | undefined) => index.get(category ?? "") ?? -1;
  const cells = output.map((category, row) => ({ items: 1, first: at(category), second: at(expected[row]) }));
  return cohenKappa({ categories, cells });
}

/** Throws `Unscored` unless all rows have the same number of counts, each a whole number and not negative. */
function countMatrix(rows: readonly unknown[]) {
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  return rows.map((row, index) => {
    if (!Array.isArray(row) || row.length !== width || width < 2)
      throw new Unscored(
        `Row ${index + 1} of output must be a list of counts, two or more, as many as the other rows have.`,
      );
    const counts = row.map((count) => numberOf(count, `A count of row ${index + 1}`));
    if (counts.some((count) => count < 0 || !Number.isSafeInteger(count)))
      throw new Unscored(`Row ${index + 1} of output has a count that is not 0 or a whole number above.`);
    const size = counts.reduce((sum, count) => sum + count, 0);
    return { items: 1, size, counts: counts.map((count, category) => [category, count] as const) };
  });
}

function fleiss(matrix: readonly unknown[]) {
  if (matrix.length === 0) throw new Unscored("output is empty.");
  const rows = countMatrix(matrix);
  const categories = (rows[0]?.counts ?? []).map((_, index) => String(index));
  const table = { categories, rows };
  const measure = fleissKappa(table);
  return { ...measure, leftOut: rows.length - measure.items, generalized: generalizedFleissKappa(table).value };
}

const fleiss1971 = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
];

export const agreement = [
  computed({
    ...base,
    name: "cohen_kappa",
    differs:
      "Unlike in scikit-learn κ is given as (κ + 1)/2, and labels are compared without case and the blanks around them.",
    description: "Cohen's κ of two labellings: agreement beyond chance.",
    notes: [
      LABELS,
      PAIRS,
      "κ of −1 to 1 is given as (κ + 1)/2: 0.5 is chance. Where all labels are alike, κ is 0/0 and not scored.",
    ],
    source: "Cohen (1960), “A coefficient of agreement for nominal scales”",
    vectors: publishedIn("scikit-learn's documentation of cohen_kappa_score, example", 0.00005, [
      [
        "five labels",
        0.6875,
        () => kappa(pairOf(["n", "p", "n", "u", "p"], ["n", "p", "n", "u", "n"])).value ?? Number.NaN,
      ],
    ]),
    score(input) {
      const measure = kappa(labelPairs(input));
      if (measure.value === null) throw new Unscored(measure.reason);
      return { score: halved(measure.value), reason: `κ = ${figure(measure.value)} over ${measure.items} pairs.` };
    },
  }),
  computed({
    ...base,
    name: "fleiss_kappa",
    differs:
      "κ is given as (κ + 1)/2. Unlike in irrCAC rows with another number of ratings than most are left out; the reason counts them, and has the generalized κ of all rows with ratings beside it.",
    keys: ["output"],
    description: "Fleiss' κ of many raters, from a matrix with a row for each item and a count for each category.",
    notes: ["0.5 is chance.", "Where all ratings are alike, κ is 0/0 and not scored."],
    source: "Fleiss (1971), “Measuring nominal scale agreement among many raters”",
    vectors: publishedIn("Fleiss (1971), 14 raters as Wikipedia prints them", 0.0005, [
      ["ten items of 14 ratings in five categories", 0.21, () => fleiss(fleiss1971).value ?? Number.NaN],
    ]),
    score(input) {
      const measure = fleiss(input.list("output"));
      if (measure.value === null) throw new Unscored(measure.reason);
      const { leftOut: count, generalized } = measure;
      const beside = generalized === null ? "" : `; generalized κ = ${figure(generalized)} over all with ratings`;
      const leftOut = count > 0 ? `, ${count} left out${beside}` : "";
      return {
        score: halved(measure.value),
        reason: `κ = ${figure(measure.value)} over ${measure.items} items${leftOut}.`,
      };
    },
  }),
];
