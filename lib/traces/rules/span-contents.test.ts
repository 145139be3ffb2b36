import { describe, expect, test } from "vitest";
import type { Attributes } from "./attributes";
import { type EventContent, inputOf, outputOf } from "./span-contents";

const user = { role: "user", parts: [{ type: "text", content: "Hi" }] };
const rules = [{ type: "text", content: "Be brief." }];
const DETAILS = "gen_ai.client.inference.operation.details";

describe("inputs", () => {
  test.each<[string, Attributes, unknown, EventContent[]?]>([
    [
      "instructions beside messages",
      { "gen_ai.system_instructions": JSON.stringify(rules), "gen_ai.input.messages": JSON.stringify([user]) },
      [{ role: "system", parts: rules }, user],
    ],
    [
      "instructions and messages as values",
      { "gen_ai.system_instructions": rules, "gen_ai.input.messages": [user] },
      [{ role: "system", parts: rules }, user],
    ],
    ["instructions alone", { "gen_ai.system_instructions": "Be brief." }, [{ role: "system", content: "Be brief." }]],
    [
      "instructions that the messages begin with",
      { "gen_ai.system_instructions": rules, "gen_ai.input.messages": [{ role: "system", parts: rules }, user] },
      [{ role: "system", parts: rules }, user],
    ],
    [
      "an event with instructions and messages",
      {},
      [{ role: "system", parts: rules }, user],
      [{ name: DETAILS, attributes: { "gen_ai.system_instructions": rules, "gen_ai.input.messages": [user] } }],
    ],
    [
      "an event of a message, whose calls are JSON",
      {},
      [{ role: "assistant", tool_calls: [{ id: "1" }] }],
      [{ name: "gen_ai.assistant.message", attributes: { tool_calls: '[{"id":"1"}]' } }],
    ],
    [
      "a value without messages beside a list of them",
      {
        "input.value": '{"prompts":["x"]}',
        "input.mime_type": "application/json",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "Hi",
      },
      [{ role: "user", content: "Hi" }],
    ],
    [
      "a text beside a list of messages",
      {
        "input.value": "Hi",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "Hi",
      },
      "Hi",
    ],
    [
      "traceAI's messages beside the text of their first",
      {
        "input.value": "Be brief.",
        "gen_ai.input.messages.0.message.role": "system",
        "gen_ai.input.messages.0.message.content": "Be brief.",
        "gen_ai.input.messages.1.message.role": "user",
        "gen_ai.input.messages.1.message.contents.0.message_content.type": "text",
        "gen_ai.input.messages.1.message.contents.0.message_content.text": "Hi",
      },
      [
        { role: "system", content: "Be brief." },
        { role: "user", contents: [{ message_content: { type: "text", text: "Hi" } }] },
      ],
    ],
    [
      "traceAI's lists without messages beside a text",
      { "input.value": "Hi", "gen_ai.input.messages.0.note": "x" },
      "Hi",
    ],
    [
      "all messages of Pydantic AI's agent, up to the user's",
      {
        "pydantic_ai.all_messages": JSON.stringify([
          { role: "system", parts: rules },
          user,
          { role: "assistant", parts: [{ type: "tool_call", name: "weather" }] },
          { role: "user", parts: [{ type: "tool_call_response", result: "sunny" }] },
          { role: "assistant", parts: [{ type: "text", content: "Sunny." }] },
        ]),
      },
      [{ role: "system", parts: rules }, user],
    ],
    [
      "messages of Pydantic AI without a user's",
      { "pydantic_ai.all_messages": '[{"role":"assistant","parts":[]}]' },
      [{ role: "assistant", parts: [] }],
    ],
    ["Pydantic AI's broken text", { "pydantic_ai.all_messages": "[{" }, "[{"],
    ["an embedding of the AI SDK", { "ai.value": '"embed this"' }, "embed this"],
    ["embeddings of the AI SDK", { "ai.values": ['"one"', '"two"'] }, ["one", "two"]],
    [
      "OpenLLMetry's parts",
      { "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": '[{"type":"text","text":"Hi"}]' },
      [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
    ],
    [
      "a text that only looks like parts",
      { "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": '[{"a":1}]' },
      [{ role: "user", content: '[{"a":1}]' }],
    ],
    [
      "Langfuse's messages",
      { "langfuse.observation.input": '{"messages":[{"role":"user","content":"Hi"}]}' },
      { messages: [{ role: "user", content: "Hi" }] },
    ],
    ["Langfuse's other texts", { "langfuse.observation.input": '{"a": 1.10}' }, '{"a": 1.10}'],
    ["what is searched for", { "gen_ai.retrieval.query.text": "parcel 7" }, "parcel 7"],
  ])("%s", (_, attributes, expected, events = []) => expect(inputOf(attributes, events)).toEqual(expected));
});

describe("outputs", () => {
  test.each<[string, Attributes, unknown, EventContent[]?]>([
    [
      "the AI SDK's text, reasoning and calls",
      {
        "ai.response.text": "One moment.",
        "ai.response.reasoning": "Hm.",
        "ai.response.toolCalls": '[{"toolCallId":"1","toolName":"lookup","input":"{}"}]',
      },
      [
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "Hm." },
            { type: "text", text: "One moment." },
            { type: "tool-call", toolCallId: "1", toolName: "lookup", input: "{}" },
          ],
        },
      ],
    ],
    ["the AI SDK's text alone", { "ai.response.text": '{"a":1.10}' }, '{"a":1.10}'],
    ["calls that are not JSON", { "ai.response.text": "Hi", "ai.response.toolCalls": "[{" }, "Hi"],
    [
      "a choice with its message",
      {},
      [{ role: "assistant", content: "Hi", index: 0, message: { role: "assistant", content: "Hi" } }],
      [{ name: "gen_ai.choice", attributes: { index: 0, message: '{"role":"assistant","content":"Hi"}' } }],
    ],
    [
      "traceAI's call of a tool beside a text about it",
      {
        "output.value": 'Function: lookup({"id":1})',
        "gen_ai.output.messages.0.message.role": "assistant",
        "gen_ai.output.messages.0.message.tool_calls.0.tool_call.function.name": "lookup",
        "gen_ai.output.messages.0.message.tool_calls.0.tool_call.function.arguments": '{"id":1}',
      },
      [{ role: "assistant", tool_calls: [{ tool_call: { function: { name: "lookup", arguments: '{"id":1}' } } }] }],
    ],
    ["the result of Pydantic AI's agent", { final_result: '{"city":"Oslo"}' }, '{"city":"Oslo"}'],
    ["documents", { "gen_ai.retrieval.documents": '[{"id":"d1","score":0.5}]' }, [{ id: "d1", score: 0.5 }]],
  ])("%s", (_, attributes, expected, events = []) => expect(outputOf(attributes, events)).toEqual(expected));
});
