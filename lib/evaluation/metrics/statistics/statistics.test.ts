import { cases } from "../testing/cases";

cases("readability_score", [
  // 6 words, 1 sentence, 6 syllables: 116.145.
  ["very easy", { text: "The cat sat on the mat." }, 1],
  // 3 words, 1 sentence, 13 syllables: −163.
  ["very hard", { text: "Internationalization necessitates interoperability." }, 0],
  // 4 words, 2 sentences, 8 syllables: 206.835 − 2.03 − 169.2.
  ["in between", { text: "Yellow butter. Happy window!" }, 0.35605],
  ["no Latin letters", { text: "你好世界" }, /no words in Latin letters/],
  ["empty", { text: "" }, /no words/],
]);
cases("type_token_ratio", [
  ["two of three", { text: "The the cat" }, 2 / 3],
  ["Chinese, by characters", { text: "好好学" }, 2 / 3],
  ["no words", { text: "…!" }, /0 words, fewer than 1/],
]);
cases("distinct_n", [
  ["words", { text: "a b a b" }, 0.5],
  ["pairs", { text: "a b a b" }, 2 / 3, { n: 2 }],
  ["too short", { text: "a" }, /1 words, fewer than 2/, { n: 2 }],
]);
cases("repetition_rate", [
  ["none", { text: "one two three four" }, 1],
  ["one of four", { text: "a b c a b c" }, 0.75],
  ["too short", { text: "a b" }, 1],
]);
