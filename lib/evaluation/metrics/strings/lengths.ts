// How long a text or a duration is.

import { always } from "../empty";
import type { MetricInput } from "../metric-input";
import { numberOf } from "../metric-input";
import { computed, type Definition } from "../template";
import { codePointsIn, sentencesOf, whitespaceTokens } from "../tokens";
import { Unscored } from "../unscored";

const base = {
  keys: ["text"],
  output: "Pass/Fail",
  tags: ["text"],
  source: "Counts; no formula",
  empty: always("by parameters"),
} as const;
const CHARACTERS = "Characters are Unicode code points: an emoji made of several counts as several.";
const count = { type: "integer", minimum: 0 } as const;

/** Throws `Unscored` if the limit was not given. */
function limit(input: MetricInput, name: string): number {
  const value = input.param<number>(name);
  if (value === undefined) throw new Unscored(`${name} is needed.`);
  return value;
}

const between = (value: number, least: number, most: number, unit: string) => ({
  score: value >= least && value <= most,
  reason: `${value} ${unit}; ${least} to ${most} are wanted.`,
});

const range = (
  name: string,
  what: string,
  least: string,
  most: string,
  measure: (text: string) => number,
): Definition => ({
  ...base,
  name,
  description: `Passes when the text has at least and at most so many ${what}.`,
  params: { [least]: { ...count, required: true }, [most]: { ...count, required: true } },
  notes: ["Both limits count as within."],
  score: (input) => between(measure(input.text("text")), limit(input, least), limit(input, most), what),
});

export const lengths = [
  computed({
    ...base,
    name: "length_between",
    hidden: true,
    description: "Passes when the text's length is between the minimum and maximum number of characters.",
    params: { min_length: count, max_length: count },
    notes: [CHARACTERS, "Both limits are needed and count as within."],
    score: (input) =>
      between(codePointsIn(input.text("text")), limit(input, "min_length"), limit(input, "max_length"), "characters"),
  }),
  computed({
    ...base,
    name: "length_greater_than",
    empty: always(0),
    hidden: true,
    description: "Passes when the text has more characters than the limit.",
    params: { min_length: count },
    notes: [CHARACTERS, "As many as the limit fail."],
    score(input) {
      const [length, least] = [codePointsIn(input.text("text")), limit(input, "min_length")];
      return { score: length > least, reason: `${length} characters; more than ${least} are wanted.` };
    },
  }),
  computed({
    ...base,
    name: "length_less_than",
    hidden: true,
    description: "Passes when the text has fewer characters than the limit.",
    params: { max_length: count },
    notes: [CHARACTERS, "As many as the limit fail."],
    score(input) {
      const [length, most] = [codePointsIn(input.text("text")), limit(input, "max_length")];
      return { score: length < most, reason: `${length} characters; fewer than ${most} are wanted.` };
    },
  }),
  computed({
    ...range("word_count_in_range", "words", "min_words", "max_words", (text) => whitespaceTokens(text).length),
    notes: ["Words are separated by blanks.", "Both limits count as within."],
  }),
  computed({
    ...range("sentence_count", "sentences", "min_sentences", "max_sentences", (text) => sentencesOf(text).length),
    notes: [
      "A sentence ends with . ! ? or … (or their equivalents in other scripts) before a blank or the end. Parts without a letter or digit do not count.",
      "The period of an abbreviation before a blank counts as an end.",
      "Both limits count as within.",
    ],
  }),
  computed({
    ...base,
    name: "one_line",
    empty: always(0),
    description: "Passes when the text is one line of at most 2 sentences and 50 words.",
    notes: ["Blanks around the text do not count."],
    score(input) {
      const text = input.text("text").trim();
      const lines = text === "" ? 0 : text.split(/\r\n|[\n\r\u2028\u2029]/).length;
      const [sentences, words] = [sentencesOf(text).length, whitespaceTokens(text).length];
      const score = lines === 1 && sentences <= 2 && words <= 50;
      return { score, reason: `${lines} lines, ${sentences} sentences, ${words} words.` };
    },
  }),
  computed({
    ...base,
    name: "latency_check",
    empty: always(null),
    tags: ["performance"],
    description: "Passes when a time in milliseconds is at most the limit.",
    params: { max_latency_ms: { type: "number", minimum: 0, required: true } },
    notes: ["The text is a number; “ms” after it is allowed."],
    score(input) {
      const latency = numberOf(
        input
          .text("text")
          .trim()
          .replace(/\s*ms$/i, ""),
        "The time",
      );
      if (latency < 0) throw new Unscored("A time cannot be negative.");
      const most = limit(input, "max_latency_ms");
      return { score: latency <= most, reason: `${latency} ms; at most ${most} ms are wanted.` };
    },
  }),
];
