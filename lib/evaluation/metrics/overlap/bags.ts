// Which words two texts share, in any order.

import { equalOrNot } from "../empty";
import { computed, type Definition, type Scored } from "../template";
import { emptyScore, fMeasure, occurrences, shared, whitespaceTokens } from "../tokens";
import { BLANKS } from "./index";

const anyCase = { case_insensitive: { type: "boolean", default: true } } as const;

/** A metric of both texts' words as sets or bags. */
const ofWords = (
  description: Pick<Definition, "name" | "description" | "notes" | "source"> & Partial<Definition>,
  tokensOf: (text: string) => string[],
  score: (output: string[], expected: string[]) => Scored,
): Definition => ({
  keys: ["output", "expected"],
  output: "score",
  tags: ["text", "question answering"],
  empty: equalOrNot("text"),
  ...description,
  score(input) {
    const fold = (text: string) => (input.param("case_insensitive") === false ? text : text.toLowerCase());
    const [output, expected] = ["output", "expected"].map((key) => tokensOf(fold(input.text(key)))) as [
      string[],
      string[],
    ];
    return emptyScore(output, expected) ?? score(output, expected);
  },
});

function bagF1(output: string[], expected: string[]): Scored {
  const common = shared(occurrences(output), occurrences(expected));
  const score = fMeasure(common / output.length, common / expected.length);
  return { score, reason: `${common} tokens in common of ${output.length} given and ${expected.length} expected.` };
}

/** As in SQuAD's own script: lower case, without the 32 ASCII punctuation marks, then without English articles. */
const squadTokens = (text: string): string[] =>
  whitespaceTokens(
    text
      .toLowerCase()
      .replaceAll(/[!-/:-@[-`{-~]/g, "")
      .replaceAll(/(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu, " "),
  );

export const bags = [
  ofWords(
    {
      name: "jaccard_similarity",
      params: anyCase,
      description: "Distinct tokens in both texts, divided by distinct tokens in either.",
      notes: [
        BLANKS.replace("case and punctuation count", "punctuation counts, but case does not by default"),
        "How often a token occurs does not count.",
      ],
      source: "Jaccard (1912)",
    },
    whitespaceTokens,
    (output, expected) => {
      const [a, b] = [new Set(output), new Set(expected)];
      const both = [...a].filter((token) => b.has(token)).length;
      const either = a.size + b.size - both;
      return { score: both / either, reason: `${both} of ${either} different tokens are shared.` };
    },
  ),
  ofWords(
    {
      name: "f1_score",
      params: anyCase,
      description: "The F measure of tokens in common.",
      notes: [
        BLANKS.replace("case and punctuation count", "punctuation counts, but case does not by default"),
        "For texts, not labels; f_beta_score is for labels.",
      ],
      source: "van Rijsbergen (1979), “Information Retrieval”, on bags of tokens",
    },
    whitespaceTokens,
    bagF1,
  ),
  ofWords(
    {
      name: "squad_score",
      differs: "Unlike SQuAD's script it compares with one expected answer; the script takes the best of several.",
      description: "SQuAD's F measure of tokens; 1 for an exact match.",
      notes: [
        "Normalized as SQuAD's script does: lower case, without ASCII punctuation and the articles a, an and the. Other marks, such as “ ” and —, are part of words.",
        "Two sides without words score 1, as in SQuAD 2.0's script. The reason says whether the answer matches exactly.",
      ],
      source: "Rajpurkar et al. (2016), “SQuAD: 100,000+ Questions for Machine Comprehension of Text”",
    },
    squadTokens,
    (output, expected) => {
      const isExact = output.join(" ") === expected.join(" ");
      const { score, reason } = bagF1(output, expected);
      return { score, reason: `${isExact ? "An exact match. " : ""}${reason}` };
    },
  ),
].map(computed);
