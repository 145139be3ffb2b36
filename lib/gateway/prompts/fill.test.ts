import { describe, expect, test } from "vitest";
import { type PromptContentInput, promptContent } from "@/lib/contracts/prompts/content";
import { bodyOf, fillMessages } from "./fill";

const content = (input: Partial<PromptContentInput>) =>
  promptContent.parse({ messages: [{ role: "user", content: "Hi {{ name }}" }], ...input });
const typed = (type: string, value: unknown) =>
  fillMessages(content({ variables: [{ name: "name", type: type as "text" }] }), { name: value });

describe("filling", () => {
  test.each<[type: string, value: unknown, text: string]>([
    ["text", "Ada", "Hi Ada"],
    ["text", "", "Hi "],
    ["text", 3, "Hi 3"],
    ["text", "{{name}}", "Hi {{name}}"],
    ["text", "$&", "Hi $&"],
    ["number", 1.5, "Hi 1.5"],
    ["number", "2", "Hi 2"],
    ["boolean", false, "Hi false"],
    ["json", { a: [1] }, 'Hi {"a":[1]}'],
    ["json", "as it is", "Hi as it is"],
  ])("accepts %s %j", (type, value, text) =>
    expect(typed(type, value)).toEqual({ messages: [{ role: "user", content: text }] }),
  );

  test.each<[type: string, value: unknown, message: string]>([
    ["text", undefined, "Has no value."],
    ["text", null, "Has no value."],
    ["text", ["a"], "Must be a text."],
    ["number", "two", "Must be a number."],
    ["number", "", "Must be a number."],
    ["number", Number.NaN, "Must be a number."],
    ["boolean", "yes", "Must be true or false."],
  ])("refuses %s %j", (type, value, message) =>
    expect(typed(type, value)).toEqual({ problems: [{ name: "name", message }] }),
  );

  test("fills each text once: values that name variables or prompts are not filled again", () => {
    const messages: PromptContentInput["messages"] = [{ role: "user", content: "{{a}} {{b}} {{prompt:Other}}" }];
    expect(fillMessages(content({ messages }), { a: "{{b}}", b: "{{a}}" })).toEqual({
      messages: [{ role: "user", content: "{{b}} {{a}} {{prompt:Other}}" }],
    });
  });

  test("names each missing value once, placeholders too, and ignores inherited members", () => {
    const messages: PromptContentInput["messages"] = [
      { role: "system", content: [{ type: "text", text: "{{constructor}}" }] },
      { type: "placeholder", name: "history" },
      { role: "user", content: "{{a}} {{a}}" },
    ];
    const none = { message: "Has no value." };
    expect(fillMessages(content({ messages }), {})).toEqual({
      problems: [
        { name: "constructor", ...none },
        { name: "a", ...none },
        { name: "history", ...none },
      ],
    });
    const history = [{ role: "assistant", content: "{{a}}" }];
    expect(fillMessages(content({ messages }), { constructor: "c", a: "A", history })).toEqual({
      messages: [
        { role: "system", content: [{ type: "text", text: "c" }] },
        { role: "assistant", content: "{{a}}" },
        { role: "user", content: "A A" },
      ],
    });
    expect(fillMessages(content({ messages }), { constructor: "c", a: "A", history: [{}] })).toEqual({
      problems: [{ name: "history", message: "Must be a list of at most 1000 chat messages." }],
    });
  });
});

test.each<[what: string, input: Partial<PromptContentInput>, body: object]>([
  ["nothing", {}, {}],
  ["a model and settings", { model: "a/b", settings: { temperature: 0 } }, { model: "a/b", temperature: 0 }],
  [
    "an output schema before a format",
    { output_schema: { type: "object" }, settings: { response_format: "text" } },
    { response_format: { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" } } } },
  ],
  [
    "a format by its name",
    { settings: { response_format: "json_object" } },
    { response_format: { type: "json_object" } },
  ],
  ["tools", { tools: [{ type: "function" }] }, { tools: [{ type: "function" }] }],
])("the body has %s", (_, input, body) => expect(bodyOf(content(input))).toEqual(body));
