import { expect, test } from "vitest";
import { withPlainIds } from "./tool-call-id";

const signed = "call_1~thought~c2ln/+=";
const chat = (id: string) => ({
  model: "m",
  messages: [
    { role: "user", content: "Hi ~thought~" },
    { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "look" } }] },
    { role: "tool", tool_call_id: id, content: "seen" },
  ],
});
const anthropic = (id: string) => ({
  messages: [
    { role: "user", content: "Hi" },
    { role: "assistant", content: [{ type: "tool_use", id, name: "look", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "seen" }] },
  ],
});
const responses = (id: string) => ({
  input: [
    { type: "function_call", call_id: id, name: "look", arguments: "{}" },
    { type: "function_call_output", call_id: id, output: "seen" },
  ],
});

test.each([
  ["a chat", chat],
  ["Anthropic's messages", anthropic],
  ["a response's input", responses],
])("other providers get the ids of %s without a signature", (_title, bodyOf) => {
  expect(withPlainIds(bodyOf(signed))).toEqual(bodyOf("call_1"));
  const body = bodyOf("call_1");
  expect(withPlainIds(body)).toBe(body);
});

test.each([
  ["no messages", {}],
  ["a text as input", { input: "call_1~thought~c2ln" }],
  ["what is no message", { messages: [null, "a", { content: [null] }, { tool_calls: "a" }] }],
  ["texts with the mark", { messages: [{ role: "user", id: 1, content: [{ type: "text", text: signed }] }] }],
])("%s stays as it is", (_title, body) => {
  expect(withPlainIds(body)).toBe(body);
});
