// How much one text must change to become the other.

import { equalOrNot } from "../empty";
import type { MetricInput } from "../metric-input";
import { computed, type Definition, type Scored } from "../template";
import { emptyScore, figure, fMeasure, words } from "../tokens";
import { Unscored } from "../unscored";
import { publishedIn, type Vector } from "../vector";
import { levenshtein } from "./distance";
import { jaro, jaroWinkler } from "./jaro";
import { sequenceRatio } from "./sequence-ratio";
import { soundex } from "./soundex";

export const CHARACTERS = "Characters are Unicode code points.";
const base = { keys: ["output", "expected"], output: "score", tags: ["text"], empty: equalOrNot("text") } as const;
const anyCase = { case_insensitive: { type: "boolean", default: true } } as const;
const NLTK = "NLTK's documentation of edit_distance, examples";
const WINKLER = "Winkler's tables, as NLTK prints them";

const characters = (text: string): string[] => Array.from(text);

/** Both texts' characters, lower-cased unless case matters. */
function charactersOf(input: MetricInput, prepare = (text: string) => text): [string[], string[]] {
  const fold = (text: string) => (input.param("case_insensitive") === false ? text : text.toLowerCase());
  return [characters(prepare(fold(input.text("output")))), characters(prepare(fold(input.text("expected"))))];
}

const plain = (text: string): string => text.replaceAll(/\p{P}/gu, "").replaceAll(/\s+/gu, " ").trim();

function editSimilarity(one: readonly string[], other: readonly string[]): Scored {
  const longest = Math.max(one.length, other.length);
  const edits = levenshtein(one, other);
  return { score: 1 - edits / longest, reason: `${edits} edits, the longer text has ${longest} characters.` };
}

const ofPair = (score: number, name: string): Scored => ({ score, reason: `${name} is ${figure(score)}.` });

/**
 * The distinct common members as a share of all distinct members, or by Sørensen and Dice twice the common ones as a
 * share of both sides' members.
 */
function ofSets(one: readonly string[], other: readonly string[], how: "jaccard" | "dice"): Scored {
  const [a, b] = [new Set(one), new Set(other)];
  const both = [...a].filter((member) => b.has(member)).length;
  const either = a.size + b.size - both;
  if (either === 0) throw new Unscored("Neither text has a word that can be compared.");
  const score = how === "jaccard" ? both / either : fMeasure(both / Math.max(1, a.size), both / Math.max(1, b.size));
  return { score, reason: `${both} in common of ${either} different ones.` };
}

const codes = (text: string): string[] => words(text).flatMap((word) => soundex(word) ?? []);

const comparators: Record<string, (output: string, expected: string) => Scored> = {
  CosineSimilarity: (a, b) => ofPair(sequenceRatio(characters(a), characters(b)), "The sequence ratio"),
  NormalisedLevenshteinSimilarity: (a, b) => editSimilarity(characters(a), characters(b)),
  JaroWincklerSimilarity: (a, b) => ofPair(jaroWinkler(characters(a), characters(b)), "Jaro and Winkler's similarity"),
  JaccardSimilarity: (a, b) => ofSets(words(a), words(b), "jaccard"),
  SorensenDiceSimilarity: (a, b) => ofSets(words(a), words(b), "dice"),
  PhoneticSimilarity: (a, b) => ofSets(codes(a), codes(b), "dice"),
};

const distances: Vector[] = publishedIn(
  NLTK,
  0,
  (
    [
      ["kitten", "sitting", 3],
      ["rain", "shine", 3],
      ["language", "lnaguaeg", 4],
      ["wants", "wasp", 3],
    ] as const
  ).map(([a, b, expected]) => [`edits of ${a} and ${b}`, expected, () => levenshtein(characters(a), characters(b))]),
);
const winkler = [
  ["MARTHA", "MARHTA", 0.944444, 0.961111],
  ["DWAYNE", "DUANE", 0.822222, 0.84],
  ["DIXON", "DICKSONX", 0.766667, 0.813333],
  ["JONES", "JOHNSON", 0.790476, 0.832381],
] as const;
const jaros = winkler.flatMap(([a, b, plain, raised]) =>
  publishedIn(WINKLER, 0.0000005, [
    [`Jaro's similarity of ${a} and ${b}`, plain, () => jaro(characters(a), characters(b))],
    [`Jaro and Winkler's of ${a} and ${b}`, raised, () => jaroWinkler(characters(a), characters(b))],
  ]),
);
const ratios = publishedIn("Python's documentation of difflib, examples", 0.0005, [
  ["tide, diet", 0.25, () => sequenceRatio(characters("tide"), characters("diet"))],
  ["diet, tide", 0.5, () => sequenceRatio(characters("diet"), characters("tide"))],
  ["abcd, bcde", 0.75, () => sequenceRatio(characters("abcd"), characters("bcde"))],
]);

/** A metric of two texts' characters. The convention for empty sides applies first. */
const ofCharacters = (
  description: Pick<Definition, "name" | "description" | "notes" | "source"> & Partial<Definition>,
  score: (output: readonly string[], expected: readonly string[], input: MetricInput) => Scored,
  prepare?: (input: MetricInput) => (text: string) => string,
): Definition => ({
  ...base,
  params: anyCase,
  ...description,
  notes: [CHARACTERS, ...description.notes],
  score(input) {
    const [output, expected] = charactersOf(input, prepare?.(input));
    return emptyScore(output, expected) ?? score(output, expected, input);
  },
});

export const edits = [
  ofCharacters(
    {
      name: "levenshtein_similarity",
      differs:
        "Unlike NLTK's edit_distance it is a similarity from 0 to 1, and ignores case and punctuation by default.",
      description: "1 − edits / length of the longer text.",
      params: { ...anyCase, remove_punctuation: { type: "boolean", default: true } },
      notes: [
        "Case and punctuation do not count by default, and then consecutive blanks count as one.",
        "Texts with more than 10⁹ pairs of characters (two of 31,000) are not scored; their common beginning and end do not count toward this limit.",
      ],
      source: "Levenshtein (1966); Myers (1999), by fastest-levenshtein",
      vectors: distances,
    },
    editSimilarity,
    (input) => (input.param("remove_punctuation") === false ? (text) => text : plain),
  ),
  ofCharacters(
    {
      name: "hamming_similarity",
      description: "The share of positions with the same character, relative to the longer text's length.",
      notes: ["Texts of different lengths are compared from the left; extra characters count as different."],
      source: "Hamming (1950), “Error detecting and error correcting codes”",
    },
    (output, expected) => {
      const longest = Math.max(output.length, expected.length);
      const equal = output.filter((character, index) => character === expected[index]).length;
      return { score: equal / longest, reason: `${equal} of ${longest} places are equal.` };
    },
  ),
  ofCharacters(
    {
      name: "jaro_winkler_similarity",
      differs:
        "Unlike NLTK's jaro_winkler_similarity it ignores case by default. Unlike in Winkler's program and jellyfish, a common beginning counts at every similarity, not only above 0.7.",
      description: "Jaro's similarity, raised by a common beginning of up to four characters. Made for names.",
      params: { ...anyCase, prefix_weight: { type: "number", default: 0.1, minimum: 0, maximum: 0.25 } },
      notes: ["The beginning counts at every similarity, without Winkler's threshold of 0.7."],
      source: "Jaro (1989); Winkler (1990)",
      vectors: jaros,
    },
    (output, expected, input) =>
      ofPair(jaroWinkler(output, expected, input.param<number>("prefix_weight")), "Jaro and Winkler's similarity"),
  ),
  ofCharacters(
    {
      name: "fuzzy_match",
      differs:
        "Unlike Python's difflib it ignores case by default, and never drops characters that are frequent in texts of 200 characters or more.",
      description: "The ratio of characters in matching blocks: 2·M/T.",
      notes: [
        "Like Python's difflib, but frequent characters are not dropped from texts of 200 characters or more. In difflib that makes long texts look less similar.",
        "Not symmetric. Texts whose search would take more than 2.5·10⁷ steps are not scored.",
      ],
      source: "Ratcliff and Obershelp (1988)",
      vectors: ratios,
    },
    (output, expected) => ofPair(sequenceRatio(output, expected), "The sequence ratio"),
  ),
  {
    ...base,
    name: "answer_similarity",
    differs:
      "CosineSimilarity is not a cosine: it is difflib's ratio of matching blocks, as in fuzzy_match; case never counts.",
    keys: ["expected_response", "response"],
    hidden: true,
    description: "The similarity of two answers, by a chosen comparator.",
    params: {
      comparator: { type: "option", default: "CosineSimilarity", options: Object.keys(comparators) },
      failure_threshold: { type: "number", default: 0.5, minimum: 0, maximum: 1 },
    },
    notes: [
      "The name CosineSimilarity is misleading: it is the ratio of matching blocks, as in fuzzy_match, and not a cosine.",
      "Levenshtein and Jaro–Winkler compare characters, Jaccard and Sørensen–Dice sets of words, Phonetic sets of Soundex codes (Latin letters).",
      "Case does not count. A score below failure_threshold is the same number with another reason.",
    ],
    source: "As its comparators; Soundex: U.S. National Archives",
    vectors: ratios,
    score(input) {
      const [response, expected] = [
        input.text("response").toLowerCase(),
        input.text("expected_response").toLowerCase(),
      ];
      const comparator = input.param<string>("comparator") ?? "CosineSimilarity";
      const result = emptyScore(response, expected) ?? comparators[comparator]?.(response, expected);
      if (!result) throw new Unscored(`No comparator is named ${comparator}.`);
      const least = input.param<number>("failure_threshold") ?? 0.5;
      const below = Number(result.score) < least ? ` Below the threshold of ${least}.` : "";
      return { score: result.score, reason: `${comparator}: ${result.reason}${below}` };
    },
  } satisfies Definition,
].map(computed);
