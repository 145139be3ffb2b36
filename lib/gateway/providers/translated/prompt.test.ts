// OpenAI's messages as a prompt of the AI SDK.
import { describe, expect, test } from "vitest";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { exchange } from "../../testing/wire-suite";
import { promptOf } from "./prompt";

type Messages = ChatBody["messages"];

const data = (type: string, text: string) => `data:${type};base64,${Buffer.from(text).toString("base64")}`;
const file = (type: string, text: string, filename?: string) => ({
  type: "file",
  file: { file_data: data(type, text), ...(filename === undefined ? {} : { filename }) },
});
const user = (...content: ({ type: string } & Record<string, unknown>)[]): Messages => [{ role: "user", content }];
const paramOf = async (name: string, messages: Messages) => {
  const { response, calls } = await exchange(name, { messages });
  return [response.status, (await response.json()).error?.param, calls];
};

describe("files for Cohere", () => {
  test("are documents with their text", async () => {
    const messages = user(file("text/plain", "Größe", "a.txt"), file("application/json", '{"a":1}'), {
      type: "text",
      text: "Read.",
    });
    const { sent } = await exchange("cohere", { messages });
    expect(sent?.body).toMatchObject({
      documents: [{ data: { text: "Größe", title: "a.txt" } }, { data: { text: '{"a":1}' } }],
      messages: [{ role: "user", content: "Read." }],
    });
  });

  test("stay images if they are such", async () => {
    const image = { type: "image_url", image_url: { url: data("image/png", "x") } };
    const { sent } = await exchange("cohere", { messages: user(image) });
    expect(sent?.body).toMatchObject({ messages: [{ content: [{ image_url: { url: data("image/png", "x") } }] }] });
  });

  test.each([
    ["a PDF", file("application/pdf", "%PDF"), "messages[0].content[0].file.file_data"],
    [
      "an address",
      { type: "file", file: { file_data: "https://x.test/a.txt" } },
      "messages[0].content[0].file.file_data",
    ],
    [
      "a sound",
      { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } },
      "messages[0].content[0].input_audio.data",
    ],
    [
      "what is not base64",
      { type: "file", file: { file_data: "data:text/plain;base64,a*b" } },
      "messages[0].content[0].file.file_data",
    ],
  ])("are refused by name: %s", async (_title, part, param) => {
    expect(await paramOf("cohere", user(part))).toEqual([400, param, 0]);
  });
});

describe("files for Bedrock", () => {
  test.each<[string, (string | undefined)[], string[]]>([
    ["no names", [undefined, undefined], ["document", "document 2"]],
    ["an extension", ["report.pdf"], ["report"]],
    ["names that differ in their extension", ["a.pdf", "a.txt", "a"], ["a", "a 2", "a 3"]],
    ["a name that a repeat would have", ["a 2", "a", "a"], ["a 2", "a", "a 3"]],
    ["other characters", ["Bericht #3_é's.v2.pdf"], ["Bericht 3 s v2"]],
    ["characters that it takes", ["a-b (1) [2].pdf"], ["a-b (1) [2]"]],
    ["nothing that it takes", ["é.pdf", ".pdf"], ["document", "document 2"]],
    ["a long name", [`${"a".repeat(300)}.pdf`], ["a".repeat(190)]],
  ])("have names of their own: %s", async (_title, names, expected) => {
    const messages = names.map((name) => user(file("application/pdf", "%PDF", name))[0] ?? { role: "user" });
    const { sent } = await exchange("bedrock", { messages });
    expect(JSON.stringify(sent?.body).match(/"name":"[^"]*"/g)).toEqual(expected.map((name) => `"name":"${name}"`));
  });

  test("are refused by name if they are an address", async () => {
    const image = { type: "image_url", image_url: { url: "https://x.test/a.png" } };
    const { response, calls } = await exchange("bedrock", { messages: user(image) });
    expect([response.status, calls]).toEqual([400, 0]);
    expect((await response.json()).error).toMatchObject({
      param: "messages[0].content[0].image_url.url",
      message: expect.stringContaining("Bedrock reads no addresses"),
    });
  });
});

test("Anthropic gets a file's own name and no other", async () => {
  const messages = user(file("application/pdf", "%PDF", "Größe.pdf"), file("application/pdf", "%PDF"));
  const { sent } = await exchange("anthropic", { messages });
  const body = sent?.body as { messages: { content: object[] }[] } | undefined;
  const [first, second] = body?.messages[0]?.content ?? [];
  expect(first).toMatchObject({ type: "document", title: "Größe.pdf" });
  expect(second).not.toHaveProperty("title");
});

const call = (args: string) => ({ id: "a", type: "function", function: { name: "look", arguments: args } });
test.each<[string, unknown]>([
  ['{"a":1}', { a: 1 }],
  ["", {}],
  ["null", {}],
  ["[]", {}],
  ["{", { arguments: "{" }],
  ['"Oslo"', { arguments: '"Oslo"' }],
  ["[1]", { arguments: "[1]" }],
])("the arguments %s are an object", (args, input) => {
  const [message] = promptOf([{ role: "assistant", content: null, tool_calls: [call(args)] }], "anthropic");
  expect(message?.content).toEqual([{ type: "tool-call", toolCallId: "a", toolName: "look", input }]);
});

describe("messages without content", () => {
  const hi = { role: "user", content: "Hi" };
  test.each<[string, Messages[number]]>([
    ["null", { role: "assistant", content: null }],
    ["an empty text", { role: "assistant", content: "" }],
    ["no parts", { role: "assistant", content: [] }],
    ["an empty part", { role: "assistant", content: [{ type: "text", text: "" }] }],
    ["thoughts alone", { role: "assistant", content: null, reasoning_content: "Hm" }],
  ])("of the assistant are left out: %s", (_title, message) => {
    const part = { role: "user", content: [{ type: "text", text: "Hi" }] };
    expect(promptOf([hi, message, hi], "gemini")).toEqual([part, part]);
  });

  test.each([
    ["anthropic", ""],
    ["gemini", []],
    ["bedrock", [{ type: "text", text: "" }]],
  ])("of the user are refused by name (%s)", async (name, content) => {
    const messages = [hi, { role: "assistant", content: "Yes?" }, { role: "user", content }] as Messages;
    expect(await paramOf(name, messages)).toEqual([400, "messages[2].content", 0]);
  });
});

describe("pictures", () => {
  const image = { type: "image_url", image_url: { url: data("image/png", "x") } };
  const picture = { type: "file", mediaType: "image/png", data: "eA==" };
  const calls = { role: "assistant", content: null, tool_calls: [call("{}"), { ...call("{}"), id: "b" }] };
  const result = (id: string, content: unknown) => ({ role: "tool", tool_call_id: id, content });
  const shown = [{ type: "text", text: "seen" }, image];

  test("in results of tools follow the last one as a user's message", () => {
    const messages = [calls, result("a", shown), result("b", "none"), { role: "user", content: "So?" }] as Messages;
    expect(promptOf(messages, "anthropic").slice(1)).toMatchObject([
      { role: "tool", content: [{ output: { value: "seen" } }, { output: { value: "none" } }] },
      { role: "user", content: [picture] },
      { role: "user", content: [{ type: "text", text: "So?" }] },
    ]);
  });

  test("in the last result end the prompt", () => {
    const prompt = promptOf([calls, result("a", "seen"), result("b", [image])] as Messages, "gemini");
    expect(prompt.at(-1)).toEqual({ role: "user", content: [picture] });
  });

  test.each(["system", "developer"])("in a message of the %s are refused by name", async (role) => {
    const messages = [
      { role, content: shown },
      { role: "user", content: "Hi" },
    ] as Messages;
    expect(await paramOf("anthropic", messages)).toEqual([400, "messages[0].content[1].type", 0]);
  });

  test("an unknown part of a tool's result is refused by name", async () => {
    const messages = [{ role: "user", content: "Hi" }, calls, result("a", [{ type: "smell" }])] as Messages;
    expect(await paramOf("gemini", messages)).toEqual([400, "messages[2].content[0].type", 0]);
  });
});
