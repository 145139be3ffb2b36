// A provider without a model, for trying everything offline. Its models:
//   sandbox/chat        says that it is a sandbox and quotes the last user message (so does any other name)
//   sandbox/echo        repeats the last user message
//   sandbox/judge       answers a request for a verdict in the form of its schema, at random
//   sandbox/structured  answers in the form of the request's JSON schema
//   sandbox/slow[-ms]   answers after a pause, two seconds by default
//   sandbox/plain       ignores the requested form and tools
//   sandbox/error-500   refuses with that status; any from 400 to 599
//   sandbox/cut         breaks off in the middle of its answer
//   sandbox/hang        begins to answer, and goes no further
// All others call a tool that the request forces, answer in the requested form, and return the requested number of choices.
// The body's `sandbox` says the same, and more, of any of them: see script.ts.
import type { Signal } from "@/lib/exchange/signal";
import { wait } from "../../wait";
import type { Call, ProviderReply } from "../provider";
import { embeddingsOf } from "./embed";
import { idOf, replyTo, type SandboxReply } from "./reply";
import { type Script, scriptOf } from "./script";

const HANGING_MS = 2_000_000_000;

export async function callSandbox(call: Call): Promise<ProviderReply> {
  const { body, target, signal } = call;
  const script = scriptOf(body, target.model);
  if (script.delay_ms) await wait(script.delay_ms, signal);
  if (script.status) return refuse(script.status, script.retry_after);
  if (call.api === "embeddings") return jsonOf(embeddingsOf(body, target.model));
  const reply = replyTo(body, target.model, script);
  const envelope = { id: idOf(body), created: Math.floor(call.now() / 1000), model: `sandbox/${target.model}` };
  if (body.stream) {
    const headers = { "content-type": "text/event-stream" };
    return { status: 200, headers, body: streamed(reply, script, envelope, signal) };
  }
  if (script.hang_after !== undefined) await wait(HANGING_MS, signal);
  return complete(reply, script, envelope);
}

const jsonOf = (answer: object): ProviderReply => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(answer),
});

interface Envelope {
  id: string;
  created: number;
  model: string;
}

function refuse(status: number, retryAfter?: number): ProviderReply {
  const error = {
    message: `The sandbox was asked to fail with ${status}.`,
    type: "sandbox_error",
    param: null,
    code: null,
  };
  const headers = {
    "content-type": "application/json",
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  };
  return { status, headers, body: JSON.stringify({ error }) };
}

function complete(reply: SandboxReply, script: Script, envelope: Envelope): ProviderReply {
  const { tokens, toolCalls, finishReason, usage, choices: count } = reply;
  const content = tokens.length === 0 && toolCalls.length > 0 ? null : tokens.join("");
  const called = toolCalls.length > 0 ? { tool_calls: toolCalls } : {};
  const message = { role: "assistant", content, refusal: null, ...called };
  const choices = Array.from({ length: count }, (_, index) => ({
    index,
    message,
    logprobs: null,
    finish_reason: finishReason,
  }));
  const text = JSON.stringify({ object: "chat.completion", ...envelope, choices, usage });
  const body = script.cut_after === undefined ? text : text.slice(0, text.length / 2);
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

/** One token a chunk between the role and the finish reason, as models stream; usage last. */
async function* streamed(
  { tokens, toolCalls, finishReason, usage, choices }: SandboxReply,
  { cut_after, hang_after, token_delay_ms }: Script,
  envelope: Envelope,
  signal: Signal,
): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  const chunk = (choices: object[], more: object = {}) =>
    encoder.encode(`data: ${JSON.stringify({ object: "chat.completion.chunk", ...envelope, choices, ...more })}\n\n`);
  const deltas = (content: object, reason: string | null = null) =>
    Array.from({ length: choices }, (_, index) =>
      chunk([{ index, delta: content, logprobs: null, finish_reason: reason }]),
    );
  yield* deltas({ role: "assistant", content: "" });
  for (const [index, token] of tokens.entries()) {
    if (index === cut_after) return;
    if (index === hang_after) await wait(HANGING_MS, signal);
    if (token_delay_ms) await wait(token_delay_ms, signal);
    yield* deltas({ content: token });
  }
  if (toolCalls.length > 0) yield* deltas({ tool_calls: toolCalls.map((call, index) => ({ index, ...call })) });
  yield* deltas({}, finishReason);
  yield chunk([], { usage });
  yield encoder.encode("data: [DONE]\n\n");
}
