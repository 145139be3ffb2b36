// A provider without a model, for trying everything offline. Its models:
//   sandbox/chat        says that it is a sandbox and quotes the last user message (so does any other name)
//   sandbox/echo        repeats the last user message
//   sandbox/slow[-ms]   answers after a pause, two seconds unless told
//   sandbox/error-500   refuses with that status; any from 400 to 599
//   sandbox/cut         breaks off in the middle of its answer
import { wait } from "../../wait";
import type { Call, ProviderReply } from "../provider";
import { embeddingsOf } from "./embed";
import { idOf, replyTo, type SandboxReply } from "./reply";

const SLOW_MS = 2000;
const LONGEST_PAUSE_MS = 600_000;

export async function callSandbox(call: Call): Promise<ProviderReply> {
  const { body, target, signal } = call;
  const status = /^error-([45]\d\d)$/.exec(target.model)?.[1];
  if (status) return refuse(Number(status));
  const pause = /^slow(?:-(\d+))?$/.exec(target.model);
  if (pause) await wait(Math.min(Number(pause[1] ?? SLOW_MS), LONGEST_PAUSE_MS), signal);
  if (call.api === "embeddings") return jsonOf(embeddingsOf(body, target.model));
  const reply = replyTo(body, target.model);
  const envelope = { id: idOf(body), created: Math.floor(call.now() / 1000), model: `sandbox/${target.model}` };
  return body.stream ? streamed(call, reply, envelope) : complete(call, reply, envelope);
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

function refuse(status: number): ProviderReply {
  const error = {
    message: `The sandbox was asked to fail with ${status}.`,
    type: "sandbox_error",
    param: null,
    code: null,
  };
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify({ error }) };
}

function complete({ target }: Call, { tokens, finishReason, usage }: SandboxReply, envelope: Envelope): ProviderReply {
  const message = { role: "assistant", content: tokens.join(""), refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finishReason }];
  const text = JSON.stringify({ object: "chat.completion", ...envelope, choices, usage });
  const cut = target.model === "cut" ? text.slice(0, text.length / 2) : text;
  return { status: 200, headers: { "content-type": "application/json" }, body: cut };
}

/** One token a chunk between the role and the finish reason, as models stream; usage last. */
function streamed({ target }: Call, reply: SandboxReply, envelope: Envelope): ProviderReply {
  const chunk = (choices: object[], more: object = {}) =>
    `data: ${JSON.stringify({ object: "chat.completion.chunk", ...envelope, choices, ...more })}\n\n`;
  const delta = (content: object, finishReason: string | null = null) =>
    chunk([{ index: 0, delta: content, logprobs: null, finish_reason: finishReason }]);
  const events = [
    delta({ role: "assistant", content: "" }),
    ...reply.tokens.map((token) => delta({ content: token })),
    delta({}, reply.finishReason),
    chunk([], { usage: reply.usage }),
    "data: [DONE]\n\n",
  ];
  const sent = target.model === "cut" ? events.slice(0, 1 + reply.tokens.length / 2) : events;
  return { status: 200, headers: { "content-type": "text/event-stream" }, body: encoded(sent) };
}

async function* encoded(events: string[]): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  for (const event of events) yield encoder.encode(event);
}
