import { describe, expect, test } from "vitest";
import { seededRandom } from "@/lib/annotation/agreement/random";
import { searchedText } from "./build";
import { addWords, hasPart, hasWords, linesThatMayHave, SEARCHED_CHARACTERS, textQuery } from "./words";

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
    [JSON.stringify({ deep: JSON.stringify("first\nsecond") }), ["deep", "first", "nsecond", "second"]],
    ["10.0.0.1:5432", ["10", "0", "1", "5432"]],
    ["Ünïcode naïve", ["ünïcode", "naïve"]],
    ["e\u0301te\u0301", ["été"]],
    ["返金してください", ["返金", "金し", "して", "てく", "くだ", "ださ", "さい", "い"]],
    ["金", ["金"]],
    ["GPTで", ["gp", "pt", "tで", "で", "gpt"]],
    [String.raw`C:\src\new`, ["c", "src", "new", "ew"]],
    [String.raw`déjà\src\new`, ["déjà", "src", "new", "ew"]],
    [String.raw`{"city":"M\u00fcnchen \u6771\u4eac"}`, ["city", "münchen", "東京", "京"]],
    [`a ${"x".repeat(65)} b`, ["a", "b"]],
    ["x".repeat(64), ["x".repeat(64)]],
    ["", []],
    ["?!", []],
  ])("%j", (text, expected) => expect(wordsIn(text)).toEqual(expected));

  test("come from its first characters only", () => {
    expect(wordsIn(`${"a ".repeat(SEARCHED_CHARACTERS)}last`)).toEqual(["a"]);
  });
});

describe("the quick check of many lines", () => {
  const linesFor = (lines: readonly string[], text: string, labels = new Map<number, string>()): number[] => {
    const query = textQuery(text);
    return query ? linesThatMayHave(lines.map((line) => JSON.stringify(line)).join("\n"), query, labels) : [];
  };

  test("drops lines that lack any of the words", () => {
    const lines = ["connect ECONNREFUSED", "connect", "返金してください", "ECONNREFUSED e\u0301te\u0301"];
    expect(linesFor(lines, "econnref connect")).toEqual([0]);
    expect(linesFor(lines, "econnrefused")).toEqual([0, 3]);
    expect(linesFor(lines, "été")).toEqual([3]);
    expect(linesFor(lines, "返金")).toEqual([2]);
    expect(linesFor(lines, "金返")).toEqual([]);
  });

  test("checks a line together with its label", () => {
    const labels = new Map([[1, "ReturnDesk"]]);
    const lines = ["connect", "connect", "returndesk"];
    expect(linesFor(lines, "connect returnd", labels)).toEqual([1]);
    expect(linesFor(lines, "returndesk", labels)).toEqual([1, 2]);
  });

  test("never drops a line that has the words", () => {
    const fragments = [..."anK\u212AİıΣσςße\u0301é가가金\n\\\" '_1\u0001\ud800😀", "返金", "\\\\", "u00e9", "\\u03A3"];
    const random = seededRandom("words");
    const any = (most: number) =>
      Array.from(
        { length: 1 + Math.floor(random() * most) },
        () => fragments[Math.floor(random() * fragments.length)],
      ).join("");
    let found = 0;
    for (let round = 0; round < 60_000; round++) {
      const [label, line, search] = [any(4), JSON.stringify(any(8)), any(2)];
      const query = textQuery(search);
      if (!query || !hasWords(searchedText({ json: line, label }), query)) continue;
      found++;
      const labels = new Map(hasPart(label, query) ? [[1, label]] : []);
      expect([label, line, search, linesThatMayHave(`x\n${line}`, query, labels)]).toEqual([
        label,
        line,
        search,
        expect.arrayContaining([1]),
      ]);
    }
    expect(found).toBeGreaterThan(1000);
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
  ])("for %j matches: %s", (text, expected) => {
    const query = textQuery(text);
    expect(query && hasWords(json, query)).toBe(expected);
  });

  test.each([
    ["OpenAIのAPIを使う", "OpenAI", true],
    ["OpenAIのAPIを使う", "api", true],
    ["OpenAIのAPIを使う", "ope", true],
    ["OpenAIのAPIを使う", "OpenAIのAP", true],
    ["OpenAIのAPIを使う", "pen", false],
    ["使用GPT4生成", "GPT4", true],
    ["2026年11月", "2026 11", true],
    ["サーバーGPT4", "gpt4", true],
    ["私の猫。", "猫", true],
    ["私の猫。犬", "猫 犬", true],
    ["私の猫と犬", "猫 犬", true],
    ["私の犬", "猫 犬", false],
    [String.raw`C:\src\Program.cs`, "program.cs", true],
    [String.raw`C:\src\Program.cs`, String.raw`C:\src\Program.cs`, true],
    [String.raw`App\Models\User`, "models user", true],
    [String.raw`C:\new\temp`, "new temp", true],
    [String.raw`\frac{1}{2} \users`, "frac 1 2 users", true],
    [JSON.stringify("one\ntwo\u0001three"), "one two three", true],
    [JSON.stringify("déjà\nvu"), "déjà vu", true],
    [String.raw`déjà\new\temp\src`, "new temp src", true],
    ["one\ntwo", "ntwo", false],
    [String.raw`{"city":"M\u00FCnchen"}`, "münchen", true],
    [JSON.stringify({ deep: String.raw`{"city":"M\u00fcnchen"}` }), "MÜNCHEN", true],
  ])("in %j for %j matches: %s", (text, search, expected) => {
    const query = textQuery(search);
    const line = JSON.stringify(text);
    expect(query && hasWords(line, query)).toBe(expected);
    if (query && expected) expect(linesThatMayHave(line, query, new Map())).toEqual([0]);
  });

  test.each(["", "  ", "?!", "'"])("without words is no query: %j", (text) => expect(textQuery(text)).toBeNull());

  test("has whole words and the beginning of the last word", () => {
    expect(textQuery("Connect Econ")).toEqual({ words: ["connect"], beginning: "econ" });
    expect(textQuery("connect. ")).toEqual({ words: ["connect"], beginning: null });
  });
});
