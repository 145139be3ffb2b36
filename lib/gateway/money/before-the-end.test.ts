// A client that has its whole answer may find the server killed a moment later: its call is handed to the ledger before that.
import { expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import type { Exchange, Reply } from "@/lib/exchange/exchange";
import { exchangeOf } from "@/lib/exchange/web";
import type { Gateway } from "../gateway";
import { createGateway } from "../pipeline";
import { ask, chat, claude, memoryParts, settings, streamOf, type World } from "../testing/memory-parts";

const event = (data: Record<string, unknown>) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const ofClaude = () =>
  streamOf([
    event({ type: "message_start", message: { id: "m", model: "x", usage: { input_tokens: 3, output_tokens: 0 } } }),
    event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Oslo" } }),
    event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } }),
    event({ type: "message_stop" }),
  ]);
const looking = {
  settings: {
    ...settings,
    guardrails: guardrails.parse({ rules: [{ type: "secret-detection", stage: "post", action: "block" }] }),
  },
};

const text = "Where?";
const messages = [{ role: "user", content: text }];
const native: World = { organization: { providers: [claude] }, fetch: async () => ofClaude() };

type StreamCase = [name: string, operation: keyof Gateway, path: string, body: object, last: string, world?: World];
const streams: StreamCase[] = [
  ["a chat", "createChatCompletion", "chat/completions", chat("sandbox/echo"), "[DONE]"],
  ["a chat behind a guardrail", "createChatCompletion", "chat/completions", chat("sandbox/echo"), "[DONE]", looking],
  ["a completion", "createCompletion", "completions", { model: "sandbox/echo", prompt: text }, "[DONE]"],
  [
    "a message",
    "createMessage",
    "messages",
    { model: "sandbox/echo", max_tokens: 9, messages: messages },
    "message_stop",
  ],
  ["a response", "createResponse", "responses", { model: "sandbox/echo", input: text }, "response.completed"],
  [
    "a message of its provider's own",
    "createMessage",
    "messages",
    { model: "claude/x", max_tokens: 9, messages: messages },
    "message_stop",
    native,
  ],
];

async function answerTo([, operation, path, body, , world]: StreamCase, more: object) {
  const parts = memoryParts(world);
  const request: Exchange = exchangeOf(ask({ path: `/v1/${path}`, body: { ...body, ...more } }));
  const reply: Reply = await createGateway(parts)[operation](request);
  expect(reply.status).toBe(200);
  return { reply, entries: parts.entries };
}

test.each(streams)("%s is sent to the ledger before its stream's last event", async (...args) => {
  const { reply, entries } = await answerTo(args, { stream: true });
  const known: number[] = [];
  if (reply.body === null || typeof reply.body === "string") throw new Error("This is no stream.");
  for await (const chunk of reply.body) if (String(chunk).includes(args[4])) known.push(entries.length);
  expect(known).toEqual([1]);
});

test.each(streams.slice(0, 5))("%s is sent to the ledger before its whole answer", async (...args) => {
  const { reply, entries } = await answerTo(args, {});
  expect([typeof reply.body, entries.length]).toEqual(["string", 1]);
});
