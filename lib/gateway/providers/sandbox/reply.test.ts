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

describe("the sandbox", () => {
  test("says the same to the same request, and that it is a sandbox", () => {
    expect(textFor("chat")).toBe(textFor("chat"));
    expect(textFor("chat")).toMatch(/sandbox; no model was called.*2 messages.*“Grüße, 世界!”/);
    expect(textFor("gpt-anything")).toBe(textFor("chat"));
    expect(idOf(body())).toBe(idOf(body()));
    expect(idOf(body())).not.toBe(idOf(body({ messages: [{ role: "user", content: "other" }] })));
  });

  test("echoes the last user message whole, whatever its spacing", () => {
    const messages = [{ role: "user", content: "  two\n\nlines \t" }];
    expect(textFor("echo", { messages })).toBe("Sandbox echo:   two\n\nlines \t");
  });

  test.each([
    [{ max_tokens: 2 }, "Sandbox echo", "length"],
    [{ max_tokens: 9, max_completion_tokens: 1 }, "Sandbox", "length"],
    [{ max_tokens: 500 }, "Sandbox echo: Grüße, 世界!", "stop"],
  ])("keeps to %j", (limit, text, finishReason) => {
    const reply = replyTo(body(limit), "echo");
    expect([reply.tokens.join(""), reply.finishReason]).toEqual([text, finishReason]);
    expect(reply.usage.completion_tokens).toBe(reply.tokens.length);
    expect(reply.usage.total_tokens).toBe(reply.usage.prompt_tokens + reply.tokens.length);
  });
});
