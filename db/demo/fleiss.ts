export const citation =
  "Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological Bulletin, 76(5), 378-382.";

export const categories = ["Depression", "Personality disorder", "Schizophrenia", "Neurosis", "Other"] as const;

export const raters = 6;

export interface Rating {
  /** 1 to 30, the row of the source's table. */
  subject: number;
  /** 0 to 5. */
  rater: number;
  category: string;
}

/** How many of the six raters gave each category: one row per subject, one column per category, as published. */
export const counts: readonly (readonly number[])[] = [
  [0, 0, 0, 6, 0],
  [0, 3, 0, 0, 3],
  [0, 1, 4, 0, 1],
  [0, 0, 0, 0, 6],
  [0, 3, 0, 3, 0],
  [2, 0, 4, 0, 0],
  [0, 0, 4, 0, 2],
  [2, 0, 3, 1, 0],
  [2, 0, 0, 4, 0],
  [0, 0, 0, 0, 6],
  [1, 0, 0, 5, 0],
  [1, 1, 0, 4, 0],
  [0, 3, 3, 0, 0],
  [1, 0, 0, 5, 0],
  [0, 2, 0, 3, 1],
  [0, 0, 5, 0, 1],
  [3, 0, 0, 1, 2],
  [5, 1, 0, 0, 0],
  [0, 2, 0, 4, 0],
  [1, 0, 2, 0, 3],
  [0, 0, 0, 0, 6],
  [0, 1, 0, 5, 0],
  [0, 2, 0, 1, 3],
  [2, 0, 0, 4, 0],
  [1, 0, 0, 4, 1],
  [0, 5, 0, 1, 0],
  [4, 0, 0, 0, 2],
  [0, 2, 0, 4, 0],
  [1, 0, 5, 0, 0],
  [0, 0, 0, 0, 6],
];

export const title = "Psychiatric diagnoses (Fleiss 1971)";
export const description =
  "Thirty patients, each diagnosed by six psychiatrists in one of five categories; the published kappa is 0.430.";

/** One text per subject, for the rows of a dataset. The source publishes counts only: nothing else is known of a patient. */
export const subjects = counts.map((_, index) => ({
  subject: index + 1,
  title: `Patient ${index + 1}`,
  description: `Patient ${index + 1} of ${counts.length}: diagnosis by six psychiatrists, row ${index + 1} of the source's table. Only how often each diagnosis was given is published.`,
}));

/**
 * The counts as single ratings. Which rater gave which category is not published, so the order starts at another rater
 * for each subject: a rater does not represent one category, and every measure that treats raters alike is unchanged.
 */
export function ratings(): Rating[] {
  return counts.flatMap((row, index) => {
    const answers = row.flatMap((count, column) => Array<string>(count).fill(categories[column] ?? ""));
    return answers.map((category, position) => ({ subject: index + 1, rater: (position + index) % raters, category }));
  });
}
