// Calls run through the gateway in memory, for tests of what is recorded of them.
import { callSpan } from "../record/call-span";
import type { CompletedRequest } from "../record/recorder";
import type { CompletedCall } from "../record/watch-call";
import { sha256 } from "../sha256";
import { ask, chat, memoryParts, streamOf, type World, webGateway } from "./memory-parts";

const LIMIT = 10_000;
export const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };

/** A provider's answer. */
export const completion = (message: object) => ({
  id: "c1",
  object: "chat.completion",
  model: "small-2026",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }],
  usage,
});

/** A world in which the provider answers so. */
export const json = (body: object, status = 200): World => ({ fetch: async () => Response.json(body, { status }) });
export const stream = (...args: Parameters<typeof streamOf>): World => ({ fetch: async () => streamOf(...args) });

/** Sends a request and reads the answer, or as many pieces of it as given before leaving. */
export async function callsOf(world: World, request = ask({ body: chat("small") }), read: number | "all" = "all") {
  const parts = memoryParts(world);
  const response = await webGateway(parts).createChatCompletion(request);
  if (read === "all") await response.text();
  else {
    const reader = response.body?.getReader();
    for (let index = 0; index < read; index++) await reader?.read();
    await reader?.cancel();
  }
  return { calls: parts.calls, requests: parts.requests, response };
}

export async function onlyCall(...args: Parameters<typeof callsOf>): Promise<CompletedCall> {
  const { calls } = await callsOf(...args);
  const [call] = calls;
  if (!call || calls.length > 1) throw new Error(`${calls.length} calls were recorded`);
  return call;
}

export async function onlyRequest(...args: Parameters<typeof callsOf>): Promise<CompletedRequest> {
  const { requests } = await callsOf(...args);
  const [request] = requests;
  if (!request || requests.length > 1) throw new Error(`${requests.length} requests were recorded`);
  return request;
}

export const spanOf = async (call: CompletedCall, limit = LIMIT) => callSpan(call, limit, sha256);
