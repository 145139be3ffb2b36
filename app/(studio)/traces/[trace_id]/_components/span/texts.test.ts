import { expect, test } from "vitest";
import { wordDifference } from "@/app/_components/difference/word-difference";
import { conversationOf, linesOf, modelText } from "./texts";

const turn = (role: string, text: string) => ({ role, text, reasoning: "", calls: [] });
const question = [{ role: "user", content: "Where is it?" }];

test.each([
  ["messages", question, [{ role: "assistant", content: "Here." }], [turn("assistant", "Here.")]],
  ["a plain answer", question, "Here.", [turn("assistant", "Here.")]],
  ["no answer", question, null, []],
  ["messages as text", JSON.stringify(question), "**Here.**", [turn("assistant", "**Here.**")]],
])("reads a conversation from %s", (_, input, output, after) => {
  expect(conversationOf({ input, output })).toEqual({ before: [turn("user", "Where is it?")], after });
});

test.each([
  ["a plain question", "Where is it?", "Here."],
  ["an answer of JSON", question, { place: "here" }],
  ["nothing", null, null],
])("reads no conversation from %s", (_, input, output) => {
  expect(conversationOf({ input, output })).toBeNull();
});

test.each([
  ["nothing", null, ""],
  ["text", "Hi", "Hi"],
  ["JSON", { a: 1 }, '{\n  "a": 1\n}'],
  [
    "a conversation",
    [...question, { role: "assistant", content: "Hm", tool_calls: [{ name: "find", arguments: "{}" }] }],
    "user: Where is it?\n\nassistant: Hm\n(calls find) {}",
  ],
])("the text of %s", (_, value, lines) => {
  expect(linesOf(value)).toBe(lines);
});

test("compares two texts word by word", () => {
  expect(wordDifference("the parcel is late", "the parcel was late")).toEqual([
    { text: "the parcel ", kind: "same" },
    { text: "is", kind: "removed" },
    { text: "was", kind: "added" },
    { text: " late", kind: "same" },
  ]);
});

test("comparing long texts with nothing in common takes less than five seconds", () => {
  const words = (seed: number) =>
    Array.from({ length: 60_000 }, (_, index) => ((index * seed) % 99_991).toString(36)).join(" ");
  const [before, after] = [words(7919), words(104_729)];
  const start = performance.now();
  const parts = wordDifference(before, after);
  expect(performance.now() - start).toBeLessThan(5000);
  const textOf = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text);
  expect(textOf("added").join("")).toBe(before);
});

test.each([
  [{ provider: "sandbox", model: "echo" }, "sandbox/echo"],
  [{ provider: "sandbox", model: "sandbox/echo" }, "sandbox/echo"],
  [{ provider: "openrouter", model: "openai/gpt-4.1" }, "openrouter/openai/gpt-4.1"],
  [{ provider: null, model: "echo" }, "echo"],
  [{ provider: "sandbox", model: null }, null],
])("the model of %o is %s", (span, shown) => expect(modelText(span)).toBe(shown));
