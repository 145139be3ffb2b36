// Error rates of recognized speech and text, each turned into a score where higher is better.

import { equalOrNot } from "../empty";
import { computed, type Definition } from "../template";
import { emptyScore, figure, whitespaceTokens } from "../tokens";
import { publishedIn } from "../vector";
import { type Alignment, align, levenshtein } from "./distance";
import { CHARACTERS } from "./index";

const base = {
  keys: ["reference", "hypothesis"],
  output: "score",
  tags: ["speech", "text"],
  empty: equalOrNot("text"),
} as const;
const WORDS = "Words are what blanks part; case and punctuation count.";
const TIES =
  "Of the alignments with the fewest edits, one with the most hits counts. Texts with more than 3·10⁷ pairs of words are not scored.";
const CLAMPED = "Insertions can bring the rate above 1, which scores 0; the reason tells the rate.";

interface Sides extends Alignment {
  readonly reference: number;
  readonly hypothesis: number;
}
const preserved = ({ hits, reference, hypothesis }: Sides): number => (hits / reference) * (hits / hypothesis);

const wer = (reference: string, hypothesis: string): number => {
  const words = whitespaceTokens(reference);
  return align(words, whitespaceTokens(hypothesis)).edits / words.length;
};

const ofWords = (
  description: Pick<Definition, "name" | "description" | "notes" | "source"> & Partial<Definition>,
  rate: (sides: Sides) => readonly [score: number, explanation: string],
): Definition => ({
  ...base,
  ...description,
  notes: [WORDS, TIES, ...description.notes],
  score(input) {
    const [reference, hypothesis] = [
      whitespaceTokens(input.text("reference")),
      whitespaceTokens(input.text("hypothesis")),
    ];
    const empty = emptyScore(reference, hypothesis);
    if (empty) return empty;
    const alignment = align(reference, hypothesis);
    const [score, rateText] = rate({ ...alignment, reference: reference.length, hypothesis: hypothesis.length });
    const { hits, edits } = alignment;
    return {
      score,
      reason: `${rateText}: ${hits} hits and ${edits} edits; ${reference.length} words expected, ${hypothesis.length} given.`,
    };
  },
});

export const recognition = [
  ofWords(
    {
      name: "word_error_rate",
      differs:
        "Unlike jiwer's wer, where 0 is best, it is 1 − WER and never below 0; an empty reference has a score here, where jiwer refused it before its version 4.",
      description: "1 − word error rate: edits of words per word of the reference.",
      notes: [CLAMPED],
      source: "Levenshtein (1966), on words",
      vectors: publishedIn("jiwer's tests", 0.00005, [
        ["WER: hello world, hello duck", 0.5, () => wer("hello world", "hello duck")],
        [
          "WER: the quick brown fox, quick brown fox jumps",
          0.5,
          () => wer("the quick brown fox", "quick brown fox jumps"),
        ],
        ["WER: short one here, shoe order one", 1, () => wer("short one here", "shoe order one")],
      ]),
    },
    ({ edits, reference }) => [1 - edits / reference, `WER = ${figure(edits / reference)}`],
  ),
  ofWords(
    {
      name: "match_error_rate",
      differs:
        "Unlike jiwer's mer, where 0 is best, it is 1 − MER; among alignments with equally few edits, the one with the most hits counts; jiwer takes any.",
      description: "1 − match error rate: the share of edits among hits and edits.",
      notes: [],
      source: "Morris, Maier and Green (2004), “From WER and RIL to MER and WIL”",
    },
    ({ hits, edits }) => [hits / (hits + edits), `MER = ${figure(edits / (hits + edits))}`],
  ),
  ofWords(
    {
      name: "word_info_lost",
      differs:
        "Unlike jiwer's wil, where 0 is best, it is 1 − WIL; among alignments with equally few edits, the one with the most hits counts; jiwer takes any.",
      description: "1 − word information lost.",
      notes: ["The same number as word_info_preserved, as one is the other's complement."],
      source: "Morris, Maier and Green (2004)",
    },
    (sides) => [preserved(sides), `WIL = ${figure(1 - preserved(sides))}`],
  ),
  ofWords(
    {
      name: "word_info_preserved",
      differs: "Of alignments with equally few edits the one with the most hits counts, where jiwer's wip takes any.",
      description: "Word information preserved: the hits' share of the reference, times that of the hypothesis.",
      notes: [],
      source: "Morris, Maier and Green (2004)",
    },
    (sides) => [preserved(sides), `WIP = ${figure(preserved(sides))}`],
  ),
  {
    ...base,
    name: "character_error_rate",
    differs:
      "Unlike jiwer's cer, where 0 is best, it is 1 − CER and never below 0; blanks at the ends count, which jiwer strips.",
    description: "1 − character error rate: edits of characters per character of the reference.",
    notes: [
      CHARACTERS,
      "Case, punctuation and blanks count.",
      CLAMPED,
      "Texts with more than 10⁹ pairs of characters are not scored.",
    ],
    source: "Levenshtein (1966); Myers (1999), by fastest-levenshtein",
    score(input) {
      const [reference, hypothesis] = [Array.from(input.text("reference")), Array.from(input.text("hypothesis"))];
      const empty = emptyScore(reference, hypothesis);
      if (empty) return empty;
      const edits = levenshtein(reference, hypothesis);
      const rate = edits / reference.length;
      return {
        score: 1 - rate,
        reason: `CER = ${figure(rate)}: ${edits} edits, ${reference.length} characters expected.`,
      };
    },
  } satisfies Definition,
].map(computed);
