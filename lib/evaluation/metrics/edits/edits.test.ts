import { describe, expect, it, test } from "vitest";
import { cases } from "../testing/cases";
import { align, levenshtein } from "./distance";
import { jaro } from "./jaro";
import { soundex } from "./soundex";

const edges = (one: string, other: string) =>
  [
    ["both empty", { [one]: "", [other]: "" }, 1],
    ["one empty", { [one]: "a", [other]: "" }, 0],
  ] as const;
const both = edges("output", "expected");
const spoken = edges("reference", "hypothesis");

describe("characters", () => {
  cases("levenshtein_similarity", [
    ["one of seven", { output: "kittens", expected: "sittens" }, 6 / 7],
    ["punctuation and case", { output: "Hello,  World!", expected: "hello world" }, 1],
    ["punctuation counts", { output: "a!", expected: "a" }, 0.5, { remove_punctuation: false }],
    ["case counts", { output: "A", expected: "a" }, 0, { case_insensitive: false }],
    ["emoji are one character", { output: "😀b", expected: "😃b" }, 0.5],
    ["nothing but punctuation", { output: "!", expected: "?" }, 1],
    ["two long texts", { output: "a".repeat(80_000), expected: "b".repeat(80_000) }, /at most 1000000000 are taken/],
    ["two texts below the limit", { output: "a".repeat(31_000), expected: "b".repeat(31_000) }, 0],
    [
      "two texts above it",
      { output: "a".repeat(32_000), expected: "b".repeat(32_000) },
      /at most 1000000000 are taken/,
    ],
    [
      "long texts alike but for a word",
      { output: `${"a".repeat(400_000)}x`, expected: `${"a".repeat(400_000)}y` },
      1 - 1 / 400_001,
    ],
    ...both,
  ]);
  cases("hamming_similarity", [
    ["karolin", { output: "karolin", expected: "kathrin" }, 4 / 7],
    ["longer", { output: "ab", expected: "abcd" }, 0.5],
    ...both,
  ]);
  cases("jaro_winkler_similarity", [
    ["as published", { output: "martha", expected: "MARHTA" }, 0.9611],
    ["no weight", { output: "martha", expected: "marhta" }, 0.9444, { prefix_weight: 0 }],
    ["an odd count of moved letters, as NLTK and jellyfish", { output: "abcdefgh", expected: "cabdefgh" }, 0.9583],
    ["nothing in common", { output: "abc", expected: "xyz" }, 0],
    ["too much weight", { output: "a", expected: "a" }, /prefix_weight must be at most 0.25/, { prefix_weight: 1 }],
    ...both,
  ]);
  cases("fuzzy_match", [
    ["blocks", { output: "abcd", expected: "bcde" }, 0.75],
    ["300 characters are still alike", { output: "abcdefghij".repeat(30), expected: "abcdefghij".repeat(30) }, 1],
    ...both,
  ]);
  const answers = { expected_response: "The cat sat", response: "the cat ran" };
  cases("answer_similarity", [
    ["ratio by default", { expected_response: "tide", response: "diet" }, 0.5],
    ["edits", answers, 1 - 2 / 11, { comparator: "NormalisedLevenshteinSimilarity" }],
    ["Jaccard", answers, 0.5, { comparator: "JaccardSimilarity" }],
    ["Dice", answers, 2 / 3, { comparator: "SorensenDiceSimilarity" }],
    [
      "sounds",
      { expected_response: "Robert Smith", response: "Rupert Smyth" },
      1,
      { comparator: "PhoneticSimilarity" },
    ],
    [
      "no Latin letters",
      { expected_response: "你好", response: "再见" },
      /Neither text/,
      { comparator: "PhoneticSimilarity" },
    ],
    ["unknown", answers, /comparator must be one of/, { comparator: "Cosine" }],
    ["both empty", { expected_response: "", response: "" }, 1],
  ]);
});

describe("speech recognition", () => {
  cases("word_error_rate", [
    ["one of two", { reference: "hello world", hypothesis: "hello duck" }, 0.5],
    ["more edits than words", { reference: "a", hypothesis: "b c d" }, 0],
    ...spoken,
  ]);
  // One substitution and one deletion: H = 2 of 4 and 3.
  const pair = { reference: "a b c d", hypothesis: "a x d" };
  cases("match_error_rate", [["two hits, two edits", pair, 0.5], ...spoken]);
  cases("word_info_lost", [["two hits", pair, (2 / 4) * (2 / 3)], ...spoken]);
  cases("word_info_preserved", [["two hits", pair, (2 / 4) * (2 / 3)], ...spoken]);
  cases("character_error_rate", [
    ["one of four", { reference: "abcd", hypothesis: "abxd" }, 0.75],
    ["far off", { reference: "a", hypothesis: "xyz" }, 0],
    ...spoken,
  ]);
});

it.each([
  ["Robert", "R163"],
  ["Rupert", "R163"],
  ["Rubin", "R150"],
  ["Ashcraft", "A261"],
  ["Tymczak", "T522"],
  ["Pfister", "P236"],
  ["Honeyman", "H555"],
  ["Äpfel", "A140"],
  ["你好", null],
])("Soundex of %s is %s", (word, code) => {
  expect(soundex(word)).toBe(code);
});

/** Every text of up to five letters of two, so that all alignments occur. */
const texts = Array.from({ length: 63 }, (_, index) => Array.from((index + 1).toString(2).slice(1)));

test("edits and hits match a plain recursion, and distances are symmetric", () => {
  const plain = (a: string[], b: string[]): [edits: number, hits: number] => {
    if (a.length === 0 || b.length === 0) return [a.length + b.length, 0];
    const [restA, restB] = [a.slice(1), b.slice(1)];
    const [edits, hits] = plain(restA, restB);
    const paired: [number, number] = a[0] === b[0] ? [edits, hits + 1] : [edits + 1, hits];
    const others = [plain(restA, b), plain(a, restB)].map(([e, h]): [number, number] => [e + 1, h]);
    return [paired, ...others].sort((x, y) => x[0] - y[0] || y[1] - x[1])[0] ?? paired;
  };
  for (const a of texts.slice(0, 23))
    for (const b of texts.slice(0, 23)) {
      const [edits, hits] = plain(a, b);
      expect(align(a, b)).toEqual({ edits, hits });
      expect(levenshtein(a, b)).toBe(edits);
    }
  for (const a of texts)
    for (const b of texts) {
      expect(levenshtein(a, b)).toBe(levenshtein(b, a));
      expect(jaro(a, b)).toBeGreaterThanOrEqual(0);
      expect(jaro(a, b)).toBeLessThanOrEqual(1);
    }
});
