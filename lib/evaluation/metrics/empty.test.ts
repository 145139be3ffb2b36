import { describe, expect, test } from "vitest";
import { emptySentence } from "./empty";
import { EMPTY, type EmptyCase, emptyCases } from "./testing/empty-inputs";

const parse = (text: string): unknown => (text === "" ? text : JSON.parse(text));

/** As text, and as the value that the text stands for. */
const emptyValues = ({ template }: EmptyCase): unknown[] =>
  EMPTY[template.empty.reads].flatMap((text) => [text, parse(text)]);

describe.each(emptyCases.map((one) => [one.template.name, one.params, one] as const))("%s %j", (_, params, one) => {
  const { template, filled, expected } = one;
  const keys = template.keys.length > 0 ? template.keys : ["answer"];
  const score = async (empty: readonly string[], value: unknown) => {
    const inputs = Object.fromEntries(keys.map((key) => [key, empty.includes(key) ? value : filled]));
    return (await template.compute(inputs, params)).score;
  };
  const [first = "", second] = keys;

  test("scores empty inputs as documented", async () => {
    for (const value of emptyValues(one)) {
      expect(await score(keys, value), `all ${JSON.stringify(value)}`).toBe(expected.all);
      if (second === undefined) continue;
      expect(await score([first], value), `${first} ${JSON.stringify(value)}`).toBe(expected.first);
      expect(await score([second], value), `${second} ${JSON.stringify(value)}`).toBe(expected.second);
    }
  });
});

test("the sentence says what is empty and how it is scored", () => {
  const lists = { reads: "list", all: 1, some: 0 } as const;
  expect(emptySentence(lists, ["a", "b"])).toBe('Empty ("", [] or {}): both sides 1, one side 0.');
  expect(emptySentence({ reads: "text", all: null, some: null }, ["a", "b"])).toBe('Empty (""): no score.');
});
