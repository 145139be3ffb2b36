import { describe, expect, test } from "vitest";
import { mapSpan, unscorable } from "./mapping";

const subject = {
  span: {
    name: "answer",
    input: { messages: [{ role: "user", content: "Where is it?" }] },
    output: "At the depot.",
    attributes: { "llm.model_name": "small", "user.id": 7, empty: "", input: "an attribute" },
  },
  trace: { input: "the first question", output: null },
};

describe("mapSpan", () => {
  test.each([
    ["a member of the span", "span.output", "At the depot."],
    ["inside of one", "span.input.messages.0.content", "Where is it?"],
    ["of the trace", "trace.input", "the first question"],
    ["a whole part", "span.input", subject.span.input],
    ["an attribute with dots", "span.attributes.llm.model_name", "small"],
    ["an attribute by its name", "llm.model_name", "small"],
    ["a member before an attribute of its name", "output", "At the depot."],
    ["a number", "user.id", 7],
    ["with blanks around", " span.output ", "At the depot."],
    ["no path: a list as it is", ["a", "b"], ["a", "b"]],
    ["no path: a number as it is", 3, 3],
  ])("takes %s", (_, from, expected) => {
    expect(mapSpan({ key: from }, subject, false)).toEqual({ inputs: { key: expected }, missing: [] });
  });

  test.each([["trace.output"], ["span.nothing"], ["empty"], ["__proto__"], [""]])("finds nothing at %j", (path) => {
    expect(mapSpan({ key: path }, subject, false)).toEqual({ inputs: {}, missing: [{ input: "key", path }] });
  });
});

test.each([
  ["span.attributes.empty", ""],
  ["found", []],
  ["given", {}],
])("an empty value at %s counts if empty values are allowed", (from, value) => {
  const attributes = { ...subject.span.attributes, found: [], given: {}, nothing: null };
  const read = mapSpan({ key: from, other: "nothing" }, { ...subject, span: { ...subject.span, attributes } }, true);
  expect(read).toEqual({ inputs: { key: value }, missing: [{ input: "other", path: "nothing" }] });
});
test.each([["trace.output"], ["span.nothing"], ["__proto__"], [""]])(
  "finds nothing at %j even if empty values are allowed",
  (path) => {
    expect(mapSpan({ key: path }, subject, true).inputs).toEqual({});
  },
);

describe("unscorable", () => {
  test("names the required inputs that are missing", () => {
    const mapped = mapSpan({ output: "span.output", context: "retrieval.documents" }, subject, false);
    expect(unscorable(mapped, ["output", "context"], [])).toBe(
      "The span has nothing at retrieval.documents, where context is looked for.",
    );
    expect(unscorable(mapped, ["output"], ["context"])).toBeNull();
    expect(unscorable(mapped, ["output", "context"], ["context"])).toBeNull();
  });
});
