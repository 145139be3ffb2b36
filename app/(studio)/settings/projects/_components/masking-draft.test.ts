import { describe, expect, test } from "vitest";
import { draftOf, type MaskingDraft, ruleOf, type ShownRule, sentRule } from "./masking-draft";

const draft = (change: Partial<MaskingDraft>): MaskingDraft => ({
  type: "pii-detection",
  name: "",
  treatment: "redact",
  lines: "",
  ...change,
});

describe("the request of a form", () => {
  test.each<[string, Partial<MaskingDraft>, object]>([
    ["every kind", {}, { type: "pii-detection", treatment: "redact", config: {} }],
    [
      "some kinds, with blank lines",
      { lines: " email \n\ncredit_card\n" },
      { type: "pii-detection", treatment: "redact", config: { entities: ["email", "credit_card"] } },
    ],
    [
      "a name",
      { type: "secret-detection", name: " keys ", treatment: "hash" },
      { type: "secret-detection", name: "keys", treatment: "hash", config: {} },
    ],
    [
      "no words",
      { type: "keyword-blocklist" },
      { type: "keyword-blocklist", treatment: "redact", config: { words: [] } },
    ],
    [
      "patterns",
      { type: "patterns", lines: "ORD-\\d+" },
      { type: "patterns", treatment: "redact", config: { patterns: ["ORD-\\d+"] } },
    ],
  ])("%s", (_, change, expected) => expect(ruleOf(draft(change))).toEqual(expected));
});

test("shows a stored rule in the form, and sends it back unchanged", () => {
  const rule: ShownRule = {
    type: "patterns",
    name: "patterns",
    treatment: "mask",
    config: { patterns: ["a", "b"] },
    masked: 7,
  };
  expect(draftOf(rule)).toEqual(draft({ type: "patterns", treatment: "mask", lines: "a\nb" }));
  expect(sentRule(rule)).toEqual({
    type: "patterns",
    name: "patterns",
    treatment: "mask",
    config: { patterns: ["a", "b"] },
  });
});
