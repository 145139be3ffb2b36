// Whether a text contains certain words or parts.

import { cut } from "@/lib/bounds/excerpt";
import { always, equalOrNot } from "../empty";
import type { MetricInput } from "../metric-input";
import { textOf } from "../metric-input";
import { computed, type Definition } from "../template";

const caseSensitive = { type: "boolean", default: true } as const;
const SOURCE = "Search for code units in order; no formula";
const BLANKS = "Blanks at the ends of a keyword do not count; case is compared by Unicode's lower-case letters.";
const MOST_QUOTED = 5;

/** Text and keywords, both lower-cased unless case matters. */
function folded(input: MetricInput): { text: string; fold: (text: string) => string } {
  const fold = (text: string) => (input.param("case_sensitive") === false ? text.toLowerCase() : text);
  return { text: fold(input.text("text")), fold };
}

function keywordsOf(input: MetricInput): string[] {
  const list = input.param<readonly unknown[]>("keywords") ?? [];
  return list.map((keyword) => textOf(keyword).trim()).filter((keyword) => keyword !== "");
}

const quoted = (words: readonly string[]): string =>
  `${words
    .slice(0, MOST_QUOTED)
    .map((word) => JSON.stringify(cut(word, 60)))
    .join(", ")}${words.length > MOST_QUOTED ? ` and ${words.length - MOST_QUOTED} more` : ""}`;

function found(input: MetricInput): { keywords: string[]; present: string[]; missing: string[] } {
  const { text, fold } = folded(input);
  const keywords = keywordsOf(input);
  const present = keywords.filter((keyword) => text.includes(fold(keyword)));
  return { keywords, present, missing: keywords.filter((keyword) => !present.includes(keyword)) };
}

const base = {
  keys: ["text"],
  output: "Pass/Fail",
  tags: ["text"],
  hidden: true,
  source: SOURCE,
  empty: always(0),
} as const;
const manyKeywords = { keywords: { type: "list", default: [] }, case_sensitive: caseSensitive } as const;

const many = (
  name: string,
  description: string,
  whenNone: string,
  score: (found: { keywords: string[]; present: string[]; missing: string[] }) => { score: boolean; reason: string },
): Definition => ({
  ...base,
  name,
  description,
  params: manyKeywords,
  notes: [BLANKS, "Keywords are a list, or texts with commas between them.", whenNone],
  score: (input) => score(found(input)),
});

const none = { score: false, reason: "The list of keywords is empty." };

/** A part at the start or the end of the text. */
const atEnd = (name: string, end: string, holds: (text: string, part: string) => boolean): Definition => ({
  ...base,
  name,
  description: `Passes when the text ${end} the given part.`,
  params: { substring: { type: "string" }, case_sensitive: caseSensitive },
  notes: ["Blanks at the ends of the text count.", "Without a part it fails."],
  score(input) {
    const { text, fold } = folded(input);
    const part = input.param<string>("substring") ?? "";
    if (part === "") return { score: false, reason: "The text to look for is empty." };
    const score = holds(text, fold(part));
    return {
      score,
      reason: `The text ${score ? end : `does not ${end.replace("s with", " with")}`} ${quoted([part])}.`,
    };
  },
});

export const keywords = [
  computed({
    ...base,
    name: "contains",
    description: "Passes when the text contains the keyword.",
    params: { keyword: { type: "string" }, case_sensitive: caseSensitive },
    notes: [BLANKS, "Without a keyword it fails.", "Parts of words count."],
    score(input) {
      const { text, fold } = folded(input);
      const keyword = (input.param<string>("keyword") ?? "").trim();
      if (keyword === "") return { score: false, reason: "The keyword is empty." };
      const score = text.includes(fold(keyword));
      return { score, reason: `${quoted([keyword])} is ${score ? "" : "not "}in the text.` };
    },
  }),
  computed(
    many("contains_all", "Passes when every keyword is in the text.", "Without keywords it fails.", (f) =>
      f.keywords.length === 0
        ? none
        : {
            score: f.missing.length === 0,
            reason: `${f.present.length} of ${f.keywords.length} keywords found${f.missing.length ? `; missing: ${quoted(f.missing)}` : ""}.`,
          },
    ),
  ),
  computed(
    many("contains_any", "Passes when at least one keyword is in the text.", "Without keywords it fails.", (f) =>
      f.keywords.length === 0
        ? none
        : {
            score: f.present.length > 0,
            reason: f.present.length ? `Found ${quoted(f.present)}.` : `None of ${f.keywords.length} keywords found.`,
          },
    ),
  ),
  computed({
    ...many("contains_none", "Passes when no keyword is in the text.", "Without keywords it passes.", (f) => ({
      score: f.present.length === 0,
      reason: f.present.length ? `Found ${quoted(f.present)}.` : `None of ${f.keywords.length} keywords found.`,
    })),
    empty: always(1),
  }),
  computed(atEnd("starts_with", "starts with", (text, part) => text.startsWith(part))),
  computed(atEnd("ends_with", "ends with", (text, part) => text.endsWith(part))),
  computed({
    ...base,
    name: "equals",
    empty: equalOrNot("text"),
    keys: ["text", "expected_text"],
    description: "Passes when both texts are the same.",
    params: { case_sensitive: caseSensitive },
    notes: [
      "Every character counts, including blanks. Unicode is not normalized: é as one code point differs from é as two.",
    ],
    score(input) {
      const { text, fold } = folded(input);
      const expected = fold(input.text("expected_text"));
      if (text === expected) return { score: true, reason: `Both texts are the same ${text.length} characters.` };
      let at = 0;
      while (text[at] === expected[at]) at++;
      return { score: false, reason: `The texts differ from character ${at + 1} on.` };
    },
  }),
];
