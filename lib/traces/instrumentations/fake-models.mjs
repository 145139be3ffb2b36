// A server that answers as OpenAI and Anthropic do, always the same: a tool call, with tokens read from a cache.
import { createServer } from "node:http";

const chatCompletion = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_750_000_000,
  model: "gpt-4o-mini-2024-07-18",
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: "One moment.",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "lookup", arguments: '{"id":7}' } }],
      },
      finish_reason: "tool_calls",
    },
  ],
  usage: {
    prompt_tokens: 1200,
    completion_tokens: 30,
    total_tokens: 1230,
    prompt_tokens_details: { cached_tokens: 1000 },
  },
};

const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-haiku-4-5-20251001",
  content: [
    { type: "text", text: "One moment." },
    { type: "tool_use", id: "call_1", name: "lookup", input: { id: 7 } },
  ],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: {
    input_tokens: 200,
    cache_read_input_tokens: 1000,
    cache_creation_input_tokens: 0,
    output_tokens: 30,
  },
};

/** Starts it on a free port; answers its address and how to stop it. */
export async function startFakeModels() {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(request.url?.endsWith("/messages") ? message : chatCompletion));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
