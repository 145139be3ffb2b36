import { describe, expect, test, vi } from "vitest";
import { textsOf } from "./span-texts";
import { cards, emails, MAIL, masked, spanOf, text } from "./testing";

describe("texts of JSON", () => {
  const messagesOf = (json: string) => [text("gen_ai.input.messages", json)];
  const contentOf = async (json: string, ...rules: unknown[]) => {
    const { span } = await masked({ attributes: messagesOf(json) }, ...rules);
    return String(span.attributes["gen_ai.input.messages"]);
  };
  const written = (content: string) => `[{"role":"user", "content":${content}}]`;
  const street = { type: "patterns", treatment: "mask", config: { patterns: ["Straße \\d+"] } };
  const words = { type: "patterns", treatment: "mask", config: { patterns: ["\\bORD-\\d{6}\\b"] } };
  const hashed = { ...emails, treatment: "hash" };
  test.each<[string, string, unknown, string]>([
    ["a line break before a value", '"order\\nORD-123456"', words, '"order\\n***"'],
    ["an escaped letter in a value", '"Stra\\u00dfe 12"', street, '"***"'],
    ["JSON in JSON", JSON.stringify('{"a":"x\\nORD-123456"}'), words, JSON.stringify('{"a":"x\\n***"}')],
    ["a card as a number", "4111111111111111", cards, '"***"'],
    ["a number that a double cannot hold", "12345678901234567890", words, "12345678901234567890"],
    ["a name beside its value", '{"mrn": 12345678}', { type: "pii-detection" }, '{"mrn": "[REDACTED:mrn]"}'],
    [
      "names that become equal",
      `{"${MAIL}":1,"bob@example.com":2}`,
      emails,
      '{"[REDACTED:email]":1,"[REDACTED:email] 2":2}',
    ],
    ["nothing to find", '{"a" : [1.50, "\\u00e9"]}', words, '{"a" : [1.50, "\\u00e9"]}'],
  ])("%s", async (_, content, rule, expected) => {
    expect(await contentOf(written(content), rule)).toBe(written(expected));
  });

  test.each(['"I\\nann@example.com"', '"\\u003cann@example.com\\u003e"', '"ann@\\u0065xample.com"'])(
    "a hash is the same in every copy: %s",
    async (content) => {
      const { span } = await masked({ attributes: messagesOf(written(content)) }, hashed);
      const { span: plain } = await masked({ name: MAIL }, hashed);
      const attribute = String(span.attributes["gen_ai.input.messages"]);
      expect(JSON.parse(attribute)).toEqual(span.input);
      expect(attribute).toContain(plain.name);
    },
  );

  test("a value that is found by the name beside it is in no copy", async () => {
    const { span, masked: counts } = await masked(
      { attributes: messagesOf(written('{"mrn": 12345678}')) },
      { type: "pii-detection" },
    );
    expect([span.input, counts]).toEqual([[{ role: "user", content: { mrn: "[REDACTED:mrn]" } }], [1]]);
    expect(JSON.stringify(span)).not.toContain("12345678");
  });

  test("a value is masked once, though a rule would find its replacement", async () => {
    const letters = { type: "patterns", treatment: "hash", config: { patterns: ["[A-Za-z]{3,}"] } };
    const { span } = await masked({ attributes: [text("1", '["abc"]')] }, letters);
    expect(String(span.attributes["1"]).match(/SHA/g)).toHaveLength(1);
  });

  test("a text of a million brackets or quotes", async () => {
    for (const json of ["[".repeat(500_000) + "]".repeat(500_000), JSON.stringify('"'.repeat(1_000_000))])
      expect(await contentOf(json, words)).toBe(json);
  }, 20_000);

  test("each text of JSON is parsed once, and strings without escapes by themselves never", async () => {
    const inner = JSON.stringify({ mail: MAIL });
    const json = written(JSON.stringify([inner, ...Array.from({ length: 1_000 }, (_, index) => `word ${index}`)]));
    const span = { attributes: [text("1", json)] };
    const parse = vi.spyOn(JSON, "parse");
    try {
      const { masked: counts } = await masked(span, emails);
      const parsed = parse.mock.calls.map(([source]) => source);
      expect(counts).toEqual([1]);
      expect([json, inner].map((source) => parsed.filter((other) => other === source).length)).toEqual([1, 1]);
      expect(parsed.length).toBeLessThan(20);
    } finally {
      parse.mockRestore();
    }
  });

  test("others are served while a large text is read", async () => {
    const words = Array.from({ length: 300_000 }, (_, index) => `w${index}`);
    const span = spanOf({ attributes: [text("1", JSON.stringify(words))] });
    let served = 0;
    let handle = setImmediate(function serve() {
      served++;
      handle = setImmediate(serve);
    });
    await textsOf(span);
    clearImmediate(handle);
    expect(served).toBeGreaterThan(1);
  });
});
