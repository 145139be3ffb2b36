// What two texts share: words, n-grams, characters.

import { equalOrNot } from "../empty";
import type { MetricInput } from "../metric-input";
import { computed, type Definition, type Scored } from "../template";
import { emptyScore, figure, whitespaceTokens, words } from "../tokens";
import { within } from "../unscored";
import { bleu, bleuCounts, type Smoothing, tokenizers } from "./bleu";
import { chrf } from "./chrf";
import { codeBleu, codeTokens } from "./code-bleu";
import { gleu } from "./gleu";
import { meteor } from "./meteor";
import { bleuVectors, chrfVectors, gleuVectors, meteorVectors, rougeVectors, terVectors } from "./published";
import { rougeL, rougeN } from "./rouge";
import { terEdits } from "./ter";

const WORDS =
  "Words are runs of letters and digits, lower-cased; of scripts without blanks between words, each character.";
export const BLANKS = "Tokens are separated by blanks; case and punctuation count.";
const MOST_TOKENS = 250_000;
const LONG = `Texts with more than ${MOST_TOKENS} tokens together are not scored.`;

type Score = (reference: string[], hypothesis: string[], input: MetricInput) => Scored;

const translation = (
  description: Pick<Definition, "name" | "description" | "notes" | "source"> & Partial<Definition>,
  tokensOf: (text: string, input: MetricInput) => string[],
  score: Score,
): Definition => ({
  keys: ["reference", "hypothesis"],
  output: "score",
  tags: ["text", "translation"],
  empty: equalOrNot("text"),
  ...description,
  notes: [...description.notes, LONG],
  score(input) {
    const [reference, hypothesis] = ["reference", "hypothesis"].map((key) => tokensOf(input.text(key), input)) as [
      string[],
      string[],
    ];
    within(reference.length + hypothesis.length, MOST_TOKENS, "The pair of texts");
    return emptyScore(reference, hypothesis) ?? score(reference, hypothesis, input);
  },
});

export const overlap = [
  translation(
    {
      name: "bleu_score",
      differs:
        "Unlike sacreBLEU's sentence_bleu by default it splits tokens at blanks (sacreBLEU: 13a). It scores from 0 to 1, and gives two empty texts 1 (sacreBLEU: 0). NLTK does not smooth by default.",
      description: "BLEU: how many runs of one to four tokens of the hypothesis are in the reference.",
      params: {
        tokenize: { type: "option", default: "none", options: Object.keys(tokenizers) },
        smoothing: { type: "option", default: "exp", options: ["exp", "add-k", "floor", "none"] },
      },
      notes: [
        BLANKS,
        "tokenize 13a and intl are sacreBLEU's tokenizers. An order without a match is smoothed (exp halves from one to the next), and orders count that the hypothesis is long enough for, so that equal texts score 1.",
        "For one sentence pair, 0 to 1. The BLEU of a corpus is not the mean of its rows.",
      ],
      source: "Papineni et al. (2002); Chen and Cherry (2014) for smoothing",
      vectors: bleuVectors,
    },
    (text, input) => tokenizers[input.param<string>("tokenize") ?? "none"]?.(text) ?? [],
    (reference, hypothesis, input) => {
      const counts = bleuCounts(hypothesis, [reference]);
      const smoothing = input.param<Smoothing>("smoothing") ?? "exp";
      const matches = counts.correct.map((correct, order) => `${correct}/${counts.totals[order]}`).join(", ");
      return {
        score: bleu(counts, { smoothing, effectiveOrder: true }),
        reason: `Matches of orders 1 to 4: ${matches}.`,
      };
    },
  ),
  translation(
    {
      name: "rouge_score",
      differs:
        "Unlike Google's rouge-score it keeps letters and digits of every script, not only ASCII (naïve is one word here, two there). It gives two texts without words 1 (rouge-score: 0).",
      tags: ["text", "summary"],
      description: "ROUGE: the F measure of common words, common word pairs, or the longest common subsequence.",
      params: { variant: { type: "option", default: "rouge1", options: ["rouge1", "rouge2", "rougeL"] } },
      notes: [
        WORDS,
        "No stemming. The default is ROUGE-1. For ASCII texts the words are the same as in Google's rouge-score; for other texts that tokenizer keeps nothing.",
      ],
      source: "Lin (2004)",
      vectors: rougeVectors,
    },
    words,
    (reference, hypothesis, input) => {
      const variant = input.param<string>("variant") ?? "rouge1";
      const rouge =
        variant === "rougeL"
          ? rougeL(reference, hypothesis)
          : rougeN(reference, hypothesis, variant === "rouge2" ? 2 : 1);
      const reason = `${rouge.common} in common: precision ${figure(rouge.precision)}, recall ${figure(rouge.recall)}.`;
      return { score: rouge.f, reason: reason };
    },
  ),
  translation(
    {
      name: "meteor_score",
      differs:
        "Unlike NLTK's meteor_score it knows no synonyms, which would need WordNet, splits texts into words itself, and gives two texts without words 1 (NLTK: 0).",
      description: "METEOR: words in common, by form or by stem, with a penalty for scattered matches.",
      notes: [
        WORDS,
        "Equal words, then equal stems (Porter, English); no synonyms, which would need WordNet. α = 0.9, β = 3, γ = 0.5.",
        "The penalty is never zero: equal texts of one word score 0.5, of ten words 0.9995.",
      ],
      source: "Lavie and Agarwal (2007)",
      vectors: meteorVectors,
    },
    words,
    (reference, hypothesis) => {
      const { score, matches, chunks } = meteor(reference, hypothesis);
      return {
        score,
        reason: `${matches} words match in ${chunks} pieces; ${reference.length} expected, ${hypothesis.length} given.`,
      };
    },
  ),
  translation(
    {
      name: "gleu_score",
      differs: "Unlike NLTK's sentence_gleu it compares with one reference, and gives two empty texts 1 (NLTK: 0).",
      description:
        "Google's BLEU for single sentences: the smaller of precision and recall over runs of one to four tokens.",
      notes: [BLANKS],
      source: "Wu et al. (2016), “Google's Neural Machine Translation System”",
      vectors: gleuVectors,
    },
    whitespaceTokens,
    (reference, hypothesis) => {
      const { score, common, most } = gleu(reference, hypothesis);
      return { score, reason: `${common} runs in common of ${most}.` };
    },
  ),
  translation(
    {
      name: "chrf_score",
      differs: "Unlike sacreBLEU's it scores from 0 to 1, and gives two empty texts 1 (sacreBLEU: 0).",
      description: "chrF: the F measure of runs of characters.",
      params: {
        n: { type: "integer", default: 6, minimum: 1, maximum: 10 },
        beta: { type: "number", default: 2, minimum: 0.01, maximum: 100 },
      },
      notes: [
        "Characters are Unicode code points. Blanks do not count; case does. It needs no word boundaries, so it suits every script.",
      ],
      source: "Popović (2015)",
      vectors: chrfVectors,
    },
    (text) => Array.from(text.replaceAll(/\s+/gu, "")),
    (reference, hypothesis, input) => {
      const [n, beta] = [input.param<number>("n") ?? 6, input.param<number>("beta") ?? 2];
      const score = chrf([hypothesis.join("")], [[reference.join("")]], n, beta);
      return {
        score,
        reason: `Runs of 1 to ${n} of ${hypothesis.length} and ${reference.length} characters, β = ${beta}.`,
      };
    },
  ),
  translation(
    {
      name: "translation_edit_rate",
      differs:
        "Unlike sacreBLEU's TER, where 0 is best, it is 1 − TER and never below 0; for long texts it tries fewer block moves.",
      description: "1 − TER: edits of words, a moved block counting as one, per word of the reference.",
      notes: [
        BLANKS.replace("case and", "case does not count,"),
        "If there are more edits than words, the score is 0. The search for blocks is greedy: up to 10 words, 50 positions away, and 1,000 candidates (fewer for long texts).",
      ],
      source: "Snover et al. (2006)",
      vectors: terVectors,
    },
    (text) => whitespaceTokens(text.toLowerCase()),
    (reference, hypothesis) => {
      const edits = terEdits(hypothesis, reference);
      const rate = edits / reference.length;
      return { score: 1 - rate, reason: `TER = ${figure(rate)}: ${edits} edits, ${reference.length} words expected.` };
    },
  ),
  translation(
    {
      name: "code_bleu",
      differs: "Unlike CodeBLEU of the paper it compares neither syntax trees nor data flow.",
      tags: ["code"],
      description:
        "The mean of BLEU-4 over code tokens and of the share of common tokens, in which keywords weigh more.",
      notes: [
        "Tokens are names, numbers, quoted texts and single symbols. Keywords of Python, JavaScript and similar languages weigh 5.",
        "Not the CodeBLEU of the paper, which also compares syntax trees and data flow: those parts need a parser for each language.",
      ],
      source:
        "After Ren et al. (2020), “CodeBLEU: a Method for Automatic Evaluation of Code Synthesis”, its first two parts",
    },
    codeTokens,
    (reference, hypothesis) => {
      const { score, runs, weighted } = codeBleu(reference, hypothesis);
      return { score, reason: `BLEU ${figure(runs)}, tokens weighed by keywords ${figure(weighted)}.` };
    },
  ),
].map(computed);
