import { describe, expect, test } from "vitest";
import { addWords, hasWords, SEARCHED_CHARACTERS, textQuery } from "./words";

const wordsIn = (value: unknown): string[] => {
  const words = new Set<string>();
  addWords(words, JSON.stringify(value));
  return [...words];
};

describe("the words of a span", () => {
  test.each([
    ["Hello, World!", ["hello", "world"]],
    ["one\ntwo\tthree", ["one", "two", "three"]],
    ['{"error":"connect ECONNREFUSED"}', ["error", "connect", "econnrefused"]],
    [JSON.stringify({ deep: JSON.stringify("first\nsecond") }), ["deep", "first", "second"]],
    ["10.0.0.1:5432", ["10", "0", "1", "5432"]],
    ["Ünïcode naïve", ["ünïcode", "naïve"]],
    ["e\u0301te\u0301", ["été"]],
    ["返金してください", ["返金", "金し", "して", "てく", "くだ", "ださ", "さい"]],
    ["金", ["金"]],
    [`a ${"x".repeat(65)} b`, ["a", "b"]],
    ["x".repeat(64), ["x".repeat(64)]],
    ["", []],
    ["?!", []],
  ])("%j", (text, expected) => expect(wordsIn(text)).toEqual(expected));

  test("are those of the first characters", () => {
    expect(wordsIn(`${"a ".repeat(SEARCHED_CHARACTERS)}last`)).toEqual(["a"]);
  });
});

describe("a search", () => {
  const json = JSON.stringify({
    error: "connect ECONNREFUSED 127.0.0.1:5432",
    note: "返金してください",
    quote: "it's",
  });

  test.each([
    ["ECONNREFUSED", true],
    ["econnref", true],
    ["CONNREFUSED", false],
    ["connect refused", false],
    ["127.0.0.1", true],
    ["connect econ", true],
    ["econ connect", false],
    ["返金", true],
    ["ださい", true],
    ["金返", false],
    ["it's", true],
    ["connect \\ ' & | !", true],
  ])("for %j: %s", (text, expected) => {
    const query = textQuery(text);
    expect(query && hasWords(json, query)).toBe(expected);
  });

  test.each(["", "  ", "?!", "'"])("without words is none: %j", (text) => expect(textQuery(text)).toBeNull());

  test("has whole words, and the beginning of the last", () => {
    expect(textQuery("Connect Econ")).toEqual({ words: ["connect"], beginning: "econ" });
    expect(textQuery("connect. ")).toEqual({ words: ["connect"], beginning: null });
  });
});
