import { describe, expect, test } from "vitest";
import { type PromptContentInput, promptContent } from "@/lib/contracts/prompts/content";
import { Failure } from "@/lib/errors";
import { clientForm, contentOfClient } from "./client-content";
import { storedContent } from "./content";

const content = (input: PromptContentInput) => promptContent.parse(input);
const user = (text: string) => ({ role: "user" as const, content: text });
const flaw = (input: PromptContentInput) => {
  try {
    return storedContent(content(input), "content.messages").variables.map(({ name, type }) => `${name}: ${type}`);
  } catch (error) {
    return error instanceof Failure ? error.message : error;
  }
};

describe("stored content", () => {
  test.each<[what: string, input: PromptContentInput, result: unknown]>([
    [
      "adds the variables of its texts",
      { messages: [user("{{ a }} {{b}} {{a}} {{c d}} {e}")] },
      ["a: text", "b: text"],
    ],
    [
      "keeps the types of variables, also unused ones",
      {
        messages: [user("{{a}}")],
        variables: [
          { name: "a", type: "number" },
          { name: "z", type: "json" },
        ],
      },
      ["a: number", "z: json"],
    ],
    [
      "refuses a variable that is listed twice",
      { messages: [user("x")], variables: [{ name: "a" }, { name: "a" }] },
      "content.messages: A variable is listed twice.",
    ],
    [
      "refuses what is only an empty system message",
      { messages: [{ role: "system", content: [{ type: "text", text: "" }] }] },
      "content.messages: At least one message is required.",
    ],
    [
      "refuses a variable that no request can fill",
      { messages: [user("{{ __proto__ }}")] },
      "content.messages: __proto__ cannot be a variable or placeholder: no request can send its value.",
    ],
    [
      "refuses such a placeholder",
      { messages: [user("x"), { type: "placeholder", name: "__proto__" }] },
      "content.messages: __proto__ cannot be a variable or placeholder: no request can send its value.",
    ],
    [
      "takes names that only look alike",
      { messages: [user("{{constructor}} {{proto}} {{__proto__.x}}")] },
      ["constructor: text", "proto: text"],
    ],
    [
      "refuses too much",
      { messages: Array.from({ length: 3 }, () => user("x".repeat(90_000))) },
      "content.messages: At most 200,000 characters in all.",
    ],
  ])("%s", (_, input, result) => expect(flaw(input)).toEqual(result));

  test("keeps a system message with an image, and content of several parts", () => {
    const image = { type: "image_url", image_url: { url: "https://example.test/a.png" } };
    const messages = [
      { role: "system" as const, content: [image] },
      { role: "user" as const, content: [{ type: "text", text: "a" }, image] },
    ];
    expect(storedContent(content({ messages }), "x").messages).toEqual(messages);
  });
});

describe("the published clients' format", () => {
  const sent = {
    prompt_config: [
      {
        messages: [user("And {{name}}?")],
        configuration: { model: "gpt-4o-mini", temperature: 0.2, max_tokens: null },
        placeholders: ["history"],
      },
    ],
    variable_names: { name: "string" },
    placeholders: { history: [] },
  };

  test("reads and writes back unchanged", () => {
    const read = contentOfClient(sent);
    expect(read.variables).toEqual([{ name: "name", type: "text", examples: ["string"] }]);
    expect(read.settings).toEqual({ temperature: 0.2 });
    const form = clientForm(storedContent(read, "x"));
    expect(form).toMatchObject({ variable_names: { name: ["string"] }, placeholders: { history: [] } });
    expect(form.messages).toEqual([{ type: "placeholder", name: "history" }, user("And {{name}}?")]);
    expect(form.prompt_config[0]?.configuration).toMatchObject({ model: "gpt-4o-mini", temperature: 0.2, top_p: 1 });
  });
});
