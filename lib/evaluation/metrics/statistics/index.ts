// Statistics of a single text.
import { syllable } from "syllable";
import { always } from "../empty";
import { computed } from "../template";
import { figure, ngrams, occurrences, sentencesOf, words } from "../tokens";
import { Unscored, within } from "../unscored";

const base = { keys: ["text"], output: "score", tags: ["text"], empty: always(null) } as const;
const WORDS =
  "Words are runs of letters and digits, lower-cased; of scripts without blanks between words, each character.";
const MOST_RUNS = 1_000_000;
const n = (standard: number) => ({ n: { type: "integer", default: standard, minimum: 1, maximum: 20 } }) as const;

/** N-grams of words with their counts. Throws `Unscored` for a text that is too short for one. */
function runsOf(text: string, length: number): { all: number; different: number } {
  const tokens = words(text);
  within(tokens.length * length, MOST_RUNS, "The text");
  const runs = ngrams(tokens, length);
  if (runs.length === 0) throw new Unscored(`The text has ${tokens.length} words, fewer than ${length}.`);
  return { all: runs.length, different: occurrences(runs).size };
}

const MOST_WORDS = 200_000;

/** 206.835 − 1.015·words/sentences − 84.6·syllables/words: Flesch (1948), "A new readability yardstick". */
function fleschReadingEase(text: string) {
  const latin = words(text).filter((word) => /\p{sc=Latn}/u.test(word));
  if (latin.length === 0) throw new Unscored("The text has no words in Latin letters.");
  within(latin.length, MOST_WORDS, "The text");
  let syllables = 0;
  for (const [word, count] of occurrences(latin)) syllables += count * Math.max(1, syllable(word.slice(0, 100)));
  const sentences = Math.max(1, sentencesOf(text).length);
  const ease = 206.835 - 1.015 * (latin.length / sentences) - 84.6 * (syllables / latin.length);
  return { ease, words: latin.length, sentences, syllables };
}

export const statistics = [
  computed({
    ...base,
    name: "readability_score",
    differs: "Unlike Flesch's reading ease it is divided by 100 and held between 0 and 1.",
    description: "Flesch's reading ease divided by 100: higher is easier.",
    notes: [
      "Made for English: syllables are counted by the rules of the syllable library, and words in non-Latin letters do not count.",
      "Below 0 is 0 (very hard), above 100 is 1. A text without words is not scored.",
    ],
    source: "Flesch (1948), “A new readability yardstick”",
    score(input) {
      const { ease, words, sentences, syllables } = fleschReadingEase(input.text("text"));
      return {
        score: ease / 100,
        reason: `Reading ease ${figure(ease)}: ${words} words, ${sentences} sentences, ${syllables} syllables.`,
      };
    },
  }),
  computed({
    ...base,
    name: "type_token_ratio",
    description: "Distinct words divided by all words.",
    notes: [WORDS, "It falls with length: compare texts of like length only. A text without words is not scored."],
    source: "Johnson (1944); Templin (1957)",
    score(input) {
      const { all, different } = runsOf(input.text("text"), 1);
      return { score: different / all, reason: `${different} different ones of ${all} words.` };
    },
  }),
  computed({
    ...base,
    name: "distinct_n",
    differs:
      "Unlike in the paper, which measures a whole corpus, it measures one text; the mean over rows is a different number.",
    description: "Distinct runs of n words divided by all such runs.",
    params: n(1),
    notes: [WORDS, "A text of fewer than n words is not scored."],
    source: "Li et al. (2016), “A Diversity-Promoting Objective Function for Neural Conversation Models”",
    score(input) {
      const { all, different } = runsOf(input.text("text"), input.param<number>("n") ?? 1);
      return { score: different / all, reason: `${different} different ones of ${all} runs.` };
    },
  }),
  computed({
    ...base,
    name: "repetition_rate",
    empty: always(1),
    description: "1 − the share of runs of n words that occurred before: 1 means no repetition.",
    params: n(3),
    notes: [
      WORDS,
      "Higher is better, though the name says the opposite. A text with fewer than n words repeats nothing and scores 1.",
    ],
    source:
      "Share of repeated n-grams, as in Welleck et al. (2020), “Neural Text Generation with Unlikelihood Training” (seq-rep-n)",
    score(input) {
      const [text, length] = [input.text("text"), input.param<number>("n") ?? 3];
      if (words(text).length < length) return { score: 1, reason: `The text has fewer than ${length} words.` };
      const { all, different } = runsOf(text, length);
      return { score: different / all, reason: `${all - different} of ${all} runs of ${length} words stood before.` };
    },
  }),
];
