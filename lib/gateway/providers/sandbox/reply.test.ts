import { describe, expect, test } from "vitest";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { idOf, replyTo } from "./reply";

const body = (more: object = {}): ChatBody => ({
  model: "sandbox/x",
  messages: [
    { role: "system", content: "Be kind." },
    { role: "user", content: [{ type: "text", text: "Grüße, 世界!" }] },
  ],
  ...more,
});
const textFor = (model: string, more?: object) => replyTo(body(more), model).tokens.join("");

describe("the sandbox's reply", () => {
  test("is the same for the same request and says that it comes from a sandbox", () => {
    expect(textFor("chat")).toBe(textFor("chat"));
    expect(textFor("chat")).toMatch(/sandbox; no model was called.*2 messages.*“Grüße, 世界!”/);
    expect(textFor("gpt-anything")).toBe(textFor("chat"));
    expect(idOf(body())).toBe(idOf(body()));
    expect(idOf(body())).not.toBe(idOf(body({ messages: [{ role: "user", content: "other" }] })));
  });

  test("echoes the whole last user message with its whitespace", () => {
    const messages = [{ role: "user", content: "  two\n\nlines \t" }];
    expect(textFor("echo", { messages })).toBe("Sandbox echo:   two\n\nlines \t");
  });

  test.each([
    [{ max_tokens: 2 }, "Sandbox echo", "length"],
    [{ max_tokens: 9, max_completion_tokens: 1 }, "Sandbox", "length"],
    [{ max_tokens: 500 }, "Sandbox echo: Grüße, 世界!", "stop"],
  ])("obeys the limit %j", (limit, text, finishReason) => {
    const reply = replyTo(body(limit), "echo");
    expect([reply.tokens.join(""), reply.finishReason]).toEqual([text, finishReason]);
    expect(reply.usage.completion_tokens).toBe(reply.tokens.length);
    expect(reply.usage.total_tokens).toBe(reply.usage.prompt_tokens + reply.tokens.length);
  });

  const tools = [
    { type: "function", function: { name: "first" } },
    {
      type: "function",
      function: {
        name: "find",
        parameters: { type: "object", properties: { place: { enum: ["Oslo"] } }, required: ["place"] },
      },
    },
  ];
  const callsFor = (more: object) => replyTo(body({ tools, ...more }), "chat").toolCalls.map((call) => call.function);

  test.each([
    [
      { tool_choice: { type: "function", function: { name: "find" } } },
      [{ name: "find", arguments: '{"place":"Oslo"}' }],
    ],
    [{ tool_choice: "required" }, [{ name: "first", arguments: "{}" }]],
    [{ tool_choice: "auto" }, []],
    [{ tool_choice: "none" }, []],
    [{ tool_choice: { type: "function", function: { name: "unknown" } } }, []],
    [{ tool_choice: "required", tools: [] }, []],
    [{}, []],
  ])("calls the tool that %j forces", (more, calls) => {
    expect(callsFor(more)).toEqual(calls);
    const { tokens, finishReason } = replyTo(body({ tools, ...more }), "chat");
    expect([tokens.length === 0, finishReason]).toEqual(calls.length > 0 ? [true, "tool_calls"] : [false, "stop"]);
  });

  test.each(["chat", "echo", "judge", "structured", "slow", "gpt-anything"])(
    "%s answers in the requested response format",
    (model) => {
      const schema = { type: "object", properties: { status: { enum: ["ok"] } } };
      const text = textFor(model, { response_format: { type: "json_schema", json_schema: { name: "s", schema } } });
      expect(JSON.parse(text)).toEqual({ status: "ok" });
      expect(JSON.parse(textFor(model, { response_format: { type: "json_object" } }))).toEqual({
        reply: expect.stringContaining("Grüße"),
      });
    },
  );

  test("plain ignores response formats and tools", () => {
    const schema = { type: "object", properties: { status: { enum: ["ok"] } } };
    const request = {
      tools,
      tool_choice: "required",
      response_format: { type: "json_schema", json_schema: { schema } },
    };
    const reply = replyTo(body(request), "plain");
    expect([reply.toolCalls, reply.tokens.join("")]).toEqual([[], textFor("chat")]);
  });

  test.each([
    [{ n: 3 }, 3],
    [{ n: null }, 1],
    [{ n: 1e9 }, 128],
  ])("%j yields that many choices", (more, choices) => {
    const reply = replyTo(body(more), "echo");
    expect([reply.choices, reply.usage.completion_tokens]).toEqual([choices, choices * reply.tokens.length]);
  });
});
