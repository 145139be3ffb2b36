import { describe, expect, test } from "vitest";
import { nothingPlayed } from "@/lib/client/prompts/play";
import { type PromptContentInput, promptContent } from "@/lib/contracts/prompts/content";
import type { Span } from "@/lib/contracts/traces/traces";
import { inputsOf } from "./column";
import { valuesOfSpan } from "./span-values";
import { recordedFor, recordedIn, turnsOf } from "./tools";

const user = (content: string) => ({ role: "user" as const, content });
const system = { role: "system" as const, content: "Answer {{name}} as {{tone}}." };
const history = { type: "placeholder" as const, name: "history" };
const valuesIn = (messages: PromptContentInput["messages"], input: unknown, attributes = {}) => {
  const content = promptContent.parse({
    messages,
    variables: ["name", "tone", "q"].flatMap((name) =>
      JSON.stringify(messages).includes(`{{${name}}}`) ? [{ name }] : [],
    ),
  });
  return valuesOfSpan(inputsOf([content]), [content], { input, attributes });
};

describe("a span provides", () => {
  test.each<[what: string, prompt: PromptContentInput["messages"], input: unknown, values: object]>([
    [
      "what the prompt's texts leave open",
      [system],
      [{ role: "system", content: "Answer Ada as a friend." }],
      { name: "Ada", tone: "a friend" },
    ],
    ["one value for both places", [user("{{q}}? {{q}}!")], [user("a? a!")], { q: "a" }],
    [
      "the conversation of a placeholder",
      [history, user("Q: {{q}}")],
      [user("a"), { role: "assistant", content: "b" }, user("Q: c")],
      { history: JSON.stringify([user("a"), { role: "assistant", content: "b" }]), q: "c" },
    ],
    ["members of an object", [system], { name: "Ada", tone: 3 }, { name: "Ada", tone: "3" }],
    ["the last question, where one text is left", [user("Say {{q}}")], [user("a"), user("b")], { q: "b" }],
    ["nothing, where it is unclear", [system], "a text", {}],
    ["nothing for variables side by side", [user("{{name}}{{tone}}")], [user("ab")], {}],
  ])("%s", (_, prompt, input, values) => expect(valuesIn(prompt, input)).toEqual(values));

  test("attributes named like variables", () => {
    expect(valuesIn([system], null, { tone: "kind" })).toEqual({ tone: "kind" });
  });
});

describe("recorded results of tools", () => {
  // Safe: only these members are read.
  const span = (members: Partial<Span>) => ({ attributes: {}, observation_type: "llm", ...members }) as Span;
  const spans = [
    span({
      input: [
        { role: "assistant", tool_calls: [{ id: "1", function: { name: "find", arguments: '{"a":1,"b":2}' } }] },
        { role: "tool", tool_call_id: "1", content: "found" },
        { role: "tool", tool_call_id: "9", content: "of no call" },
      ],
    }),
    span({ observation_type: "tool", name: "weather", input: { city: "Bern" }, output: { sun: true } }),
    span({ observation_type: "tool", name: "weather", input: { city: "Rom" }, output: null }),
  ];
  test.each([
    ["find", '{ "b": 2, "a": 1 }', { result: "found", isSame: true }],
    ["find", "{}", { result: "found", isSame: false }],
    ["weather", '{"city":"Bern"}', { result: '{"sun":true}', isSame: true }],
    ["weather", "not JSON", { result: '{"sun":true}', isSame: false }],
    ["other", "{}", null],
  ])("of the call %s(%s)", (name, argumentText, result) =>
    expect(recordedFor({ id: "x", name, arguments: argumentText }, recordedIn(spans))).toEqual(result),
  );

  test("follow the model's turn in the order of the calls", () => {
    const toolCalls = [
      { id: "1", name: "a", arguments: "{}" },
      { id: "2", name: "b", arguments: "{}" },
    ];
    expect(turnsOf({ ...nothingPlayed, toolCalls }, ["one", "two"])).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: toolCalls.map(({ id, name }) => ({ id, type: "function", function: { name, arguments: "{}" } })),
      },
      { role: "tool", tool_call_id: "1", content: "one" },
      { role: "tool", tool_call_id: "2", content: "two" },
    ]);
  });
});
