// Published values of the overlap metrics, and how ours are computed.
import { whitespaceTokens, words } from "../tokens";
import { publishedIn } from "../vector";
import { bleu, bleuCounts, type Smoothing, summed, tokenizers } from "./bleu";
import { chrf } from "./chrf";
import { gleu } from "./gleu";
import { meteor } from "./meteor";
import { type Rouge, rougeL, rougeN } from "./rouge";
import { ter } from "./ter";

const SENTENCES = "sacreBLEU's tests of sentence_bleu";
const README = "sacreBLEU's README, example";
const romanian = [
  "Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;",
  "producţia de zahăr brut se exprimă în zahăr alb;",
] as const;

function sentence(tokenizer: string, smoothing: Smoothing, value?: number): number {
  const [hypothesis, reference] = romanian.map((text) => tokenizers[tokenizer]?.(text) ?? []);
  const options = { smoothing, effectiveOrder: true, ...(value !== undefined && { value }) };
  return 100 * bleu(bleuCounts(hypothesis ?? [], [reference ?? []]), options);
}

const dog = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."];
const dogs = [
  ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
  ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."],
];
function corpus(tokenizer: string, order = 4): number {
  const tokens = (text = "") => tokenizers[tokenizer]?.(text) ?? [];
  const all = dog.map((text, index) =>
    bleuCounts(
      tokens(text),
      dogs.map((set) => tokens(set[index])),
      order,
    ),
  );
  return 100 * bleu(summed(all));
}

const guide = "It is a guide to action which ensures that the military always obeys the commands of the party";
const guides = [
  "It is a guide to action that ensures that the military will forever heed Party commands",
  "It is the guiding principle which guarantees the military forces always being under the command of the Party",
  "It is the practical guide for the army always to heed the directions of the party",
];
const [guideTokens, guidesTokens] = [whitespaceTokens(guide), guides.map(whitespaceTokens)];
const insure = whitespaceTokens("It is to insure the troops forever hearing the activity guidebook that party direct");
const the = whitespaceTokens("the the the the the the the");
const cat = whitespaceTokens("the cat is on the mat");
const precision = (hypothesis: string[], references: string[][], n: number): number => {
  const { correct, totals } = bleuCounts(hypothesis, references);
  return (correct[n - 1] ?? 0) / (totals[n - 1] ?? 0);
};

export const bleuVectors = [
  ...publishedIn(SENTENCES, 0.00005, [
    ["one sentence, 13a, no smoothing", 0, () => sentence("13a", "none")],
    ["one sentence, 13a, add-k of 1", 14.8826, () => sentence("13a", "add-k", 1)],
  ]),
  ...publishedIn("sacreBLEU", 0.0005, [["one sentence, blanks, exp", 7.3471, () => sentence("none", "exp")]]),
  ...publishedIn(README, 0.0000005, [
    ["corpus, 13a", 48.530827, () => corpus("13a")],
    ["corpus, blanks", 49.191957, () => corpus("none")],
    ["corpus, intl", 43.916235, () => corpus("intl")],
    ["corpus, 13a, order 1", 77.648377, () => corpus("13a", 1)],
    ["corpus, 13a, order 2", 60.503128, () => corpus("13a", 2)],
    ["corpus, 13a, order 3", 53.933931, () => corpus("13a", 3)],
  ]),
  ...publishedIn("Papineni et al. (2002), as NLTK prints it", 0.0000005, [
    ["three references", 0.504567, () => bleu(bleuCounts(guideTokens, guidesTokens), { smoothing: "none" })],
    ["precision of pairs", 0.588235, () => precision(guideTokens, guidesTokens, 2)],
    [
      "precision of “the the the …”",
      0.285714,
      () => precision(the, [cat, whitespaceTokens("there is a cat on the mat")], 1),
    ],
  ]),
];

export const chrfVectors = publishedIn(README, 0.0000005, [["chrF2, corpus", 59.727518, () => 100 * chrf(dog, dogs)]]);

export const terVectors = [
  ...publishedIn(README, 0.0000005, [["corpus", 40, () => 100 * ter(dog, dogs)]]),
  ...publishedIn("sacreBLEU's tests of TER", 0.0000005, [
    ["one shift", 12.5, () => 100 * ter(["d e f g h a b c"], [["a b c d e f g h"]])],
  ]),
];

const [firstGuide = []] = guidesTokens;
export const gleuVectors = publishedIn("NLTK's documentation of sentence_gleu, examples", 0.0001, [
  ["the the the …", 0.0909, () => gleu(cat, the).score],
  ["a guide to action", 0.4393, () => gleu(firstGuide, guideTokens).score],
  ["insure the troops", 0.1206, () => gleu(firstGuide, insure).score],
]);

export const meteorVectors = publishedIn("NLTK's documentation of single_meteor_score, examples", 0.00005, [
  ["a guide to action", 0.6944, () => meteor(words(guides[0] ?? ""), words(guide)).score],
  ["nothing in common", 0, () => meteor(words("this is a cat"), words("non matching hypothesis")).score],
]);

const GOOGLE = "google-research's rouge_scorer tests";
const LIN = "Lin (2004) and the example that goes with it";
const rouge = (how: 1 | 2 | "L", part: keyof Rouge, target: string, prediction: string) => () => {
  const [a, b] = [words(target), words(prediction)];
  return (how === "L" ? rougeL(a, b) : rougeN(a, b, how))[part];
};
const bed = ["the cat was under the bed", "the cat was found under the bed"] as const;
export const rougeVectors = [
  ...publishedIn(GOOGLE, 0.000001, [
    ["ROUGE-1 precision", 1, rouge(1, "precision", "testing one two", "testing")],
    ["ROUGE-2 precision", 1, rouge(2, "precision", "testing one two", "testing one")],
    ["ROUGE-2 recall", 0.5, rouge(2, "recall", "testing one two", "testing one")],
    ["ROUGE-2 F", 2 / 3, rouge(2, "f", "testing one two", "testing one")],
    ["ROUGE-L precision", 1, rouge("L", "precision", "testing one two", "testing one")],
    ["ROUGE-L F", 0.8, rouge("L", "f", "testing one two", "testing one")],
  ]),
  ...publishedIn(LIN, 0.00005, [
    ["ROUGE-1 recall, the bed", 1, rouge(1, "recall", ...bed)],
    ["ROUGE-1 F, the bed", 0.923077, rouge(1, "f", ...bed)],
    ["ROUGE-2 precision, the bed", 0.666667, rouge(2, "precision", ...bed)],
    ["ROUGE-2 recall, the bed", 0.8, rouge(2, "recall", ...bed)],
    ["ROUGE-2 F, the bed", 0.727273, rouge(2, "f", ...bed)],
    ["ROUGE-L recall, the gunman", 0.5, rouge("L", "recall", "police killed the gunman", "the gunman kill police")],
  ]),
];
