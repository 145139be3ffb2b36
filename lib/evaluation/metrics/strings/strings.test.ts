import { describe } from "vitest";
import { cases } from "../testing/cases";

const text = "The quick brown fox";

describe("keywords", () => {
  cases("contains", [
    ["has it", { text }, 1, { keyword: "quick" }],
    ["case counts", { text }, 0, { keyword: "QUICK" }],
    ["case does not count", { text }, 1, { keyword: "QUICK", case_sensitive: false }],
    ["in another script", { text: "Быстрая лиса" }, 1, { keyword: "ЛИСА", case_sensitive: "false" }],
    ["no keyword fails", { text }, 0],
    ["the empty text", { text: "" }, 0, { keyword: "a" }],
    ["an unknown parameter", { text }, /Unknown function params: word/, { word: "a" }],
  ]);
  cases("contains_all", [
    ["all", { text }, 1, { keywords: ["quick", "fox"] }],
    ["one is missing", { text }, 0, { keywords: ["quick", "dog"] }],
    ["with commas", { text }, 1, { keywords: "quick, fox" }],
    ["JSON text", { text }, 0, { keywords: '["quick", "dog"]' }],
    ["none given", { text }, 0, { keywords: [] }],
    ["neither list nor text", { text }, /keywords must be a list/, { keywords: 5 }],
  ]);
  cases("contains_any", [
    ["one", { text }, 1, { keywords: ["dog", "fox"] }],
    ["none of them", { text }, 0, { keywords: ["dog"] }],
    ["none given", { text }, 0],
  ]);
  cases("contains_none", [
    ["one", { text }, 0, { keywords: ["dog", "fox"] }],
    ["none of them", { text }, 1, { keywords: ["dog"] }],
    ["none given", { text }, 1],
  ]);
  cases("starts_with", [
    ["yes", { text }, 1, { substring: "The" }],
    ["no", { text }, 0, { substring: "the" }],
    ["any case", { text }, 1, { substring: "the", case_sensitive: false }],
    ["no part", { text }, 0],
  ]);
  cases("ends_with", [
    ["yes", { text }, 1, { substring: "fox" }],
    ["no", { text }, 0, { substring: "dog" }],
  ]);
  cases("equals", [
    ["same", { text, expected_text: text }, 1],
    ["other case", { text: "a", expected_text: "A" }, 0],
    ["any case", { text: "Ä", expected_text: "ä" }, 1, { case_sensitive: false }],
    ["longer", { text, expected_text: `${text}.` }, 0],
    ["a number", { text: 5, expected_text: "5" }, 1],
  ]);
});

describe("lengths", () => {
  cases("length_between", [
    ["within", { text: "abc" }, 1, { min_length: 3, max_length: 3 }],
    ["outside", { text: "abcd" }, 0, { min_length: 1, max_length: 3 }],
    ["an emoji is one character", { text: "😀😀" }, 1, { min_length: 2, max_length: 2 }],
    ["a limit is missing", { text: "abc" }, /max_length is needed/, { min_length: 3 }],
    ["not an integer", { text: "abc" }, /min_length must be an integer/, { min_length: 1.5, max_length: 3 }],
    ["below the least", { text: "abc" }, /min_length must be at least 0/, { min_length: -1, max_length: 3 }],
  ]);
  cases("length_greater_than", [
    ["as many", { text: "abc" }, 0, { min_length: 3 }],
    ["more", { text: "abcd" }, 1, { min_length: 3 }],
  ]);
  cases("length_less_than", [
    ["as many", { text: "abc" }, 0, { max_length: 3 }],
    ["fewer", { text: "" }, 1, { max_length: "3" }],
  ]);
  cases("word_count_in_range", [
    ["within", { text: "one two\nthree" }, 1, { min_words: 3, max_words: 3 }],
    ["outside", { text: "one" }, 0, { min_words: 2, max_words: 3 }],
    ["required", { text: "one" }, /max_words is required/, { min_words: 2 }],
  ]);
  cases("sentence_count", [
    ["three", { text: "One. Two! Is it 3.5?" }, 1, { min_sentences: 3, max_sentences: 3 }],
    ["Chinese", { text: "你好。再见！" }, 1, { min_sentences: 2, max_sentences: 2 }],
    ["no mark", { text: "just words" }, 1, { min_sentences: 1, max_sentences: 1 }],
    ["nothing", { text: "..." }, 0, { min_sentences: 1, max_sentences: 9 }],
  ]);
  cases("one_line", [
    ["one", { text: " One. Two. " }, 1],
    ["two lines", { text: "One\nTwo" }, 0],
    ["three sentences", { text: "One. Two. Three." }, 0],
    ["51 words", { text: "word ".repeat(51) }, 0],
  ]);
  cases("latency_check", [
    ["at the limit", { text: "200" }, 1, { max_latency_ms: 200 }],
    ["above", { text: "200.5 ms" }, 0, { max_latency_ms: 200 }],
    ["no number", { text: "fast" }, /The time is not a finite number: fast/, { max_latency_ms: 200 }],
    ["infinite", { text: "Infinity" }, /not a finite number/, { max_latency_ms: 200 }],
    ["negative", { text: "-1" }, /negative/, { max_latency_ms: 200 }],
  ]);
});

describe("formats", () => {
  cases("regex", [
    ["found", { text }, 1, { pattern: "q[a-z]+k" }],
    ["not found", { text }, 0, { pattern: "^fox" }],
    ["what would backtrack", { text: "a".repeat(5000) }, 0, { pattern: "(a+)+b" }],
    ["not RE2", { text }, /pattern:/, { pattern: "(?=a)" }],
    ["none", { text }, /pattern is needed/],
  ]);
  cases("regex_pii_detection", [
    ["none", { text: "Meet at 10:30 in room 12." }, 1],
    ["e-mail", { text: "Write to ann@example.com" }, 0],
    ["a card", { text: "4111 1111 1111 1111" }, 0],
    ["a card's number with a wrong check digit", { text: "4111 1111 1111 1112" }, 1, { detect_types: "credit_card" }],
    ["another kind only", { text: "Write to ann@example.com" }, 1, { detect_types: "ssn, ip" }],
    ["an unknown kind", { text }, /detect_types knows/, { detect_types: "shoe size" }],
  ]);
  cases("is_email", [
    ["yes", { text: " ann.b+c@example.co.uk " }, 1],
    ["no domain", { text: "ann@" }, 0],
    ["a sentence", { text: "write to ann@example.com" }, 0],
    ["empty", { text: "" }, 0],
  ]);
  cases("is_url", [
    ["https", { text: "https://example.com/a?b=c" }, 1],
    ["international", { text: "https://bücher.example/ä" }, 1],
    ["an address of IPv6", { text: "http://[::1]:80/" }, 1],
    ["no scheme", { text: "example.com" }, 0],
    ["no host", { text: "https://" }, 0],
    ["an empty label", { text: "https://a..b" }, 0],
    ["mailto", { text: "mailto:ann@example.com" }, 1],
    ["mailto nobody", { text: "mailto:" }, 0],
    ["blanks", { text: "https://example.com/a b" }, 0],
    ["a long host", { text: `https://${"a".repeat(250)}!/` }, 0],
  ]);
  cases("is_refusal", [
    ["it declines", { text: "I’m sorry, but I can't help with that." }, 1],
    ["it cannot", { text: "I cannot provide medical advice." }, 1],
    ["as a model", { text: "As an AI language model, I am unable to browse." }, 1],
    ["it answers", { text: "Paris is the capital of France." }, 0],
    ["it looks forward", { text: "I can't wait to share this with you!" }, 0],
    ["it praises", { text: "I can't help but agree." }, 0],
    ["empty", { text: "  " }, 1],
  ]);
});
