// The sandbox's answers: always the same to the same request, and always marked as a sandbox's.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { recordIn } from "@/lib/records";
import type { Script } from "./script";
import { structuredText } from "./structured";
import { forcedCall } from "./tools";
import { verdictText } from "./verdict";

export interface SandboxReply {
  /** The reply's tokens in order; joined they are its text. */
  tokens: string[];
  toolCalls: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  finishReason: "stop" | "length" | "tool_calls" | "content_filter";
  /** How many choices the request asks for; all of them have the same text. */
  choices: number;
  usage: Usage;
}

interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
}

const QUOTED_CHARACTERS = 200;
/** Ignores the form and the tools that a request asks for, as some models do. */
const PLAIN = "plain";
/** As many as OpenAI gives at most. */
const MAX_CHOICES = 128;

/** A word with the space before it, or a punctuation mark: about how a model's tokenizer splits English. */
const tokensOf = (text: string): string[] => text.match(/\s*(?:[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s])|\s+$/gu) ?? [];

/** A script's words are the answer as they are: the model's name and the id say that it comes from the sandbox. */
export function replyTo(body: ChatBody, model: string, script: Script = {}): SandboxReply {
  const texts = body.messages.map((message) => textOf(message.content));
  const last = texts[body.messages.findLastIndex((message) => message.role === "user")] ?? texts.at(-1) ?? "";
  const seed = idOf(body).slice(-8);
  const isScripted = script.reply !== undefined || script.tool_calls !== undefined;
  const forced = isScripted || model === PLAIN ? null : forcedCall(body, seed);
  const toolCalls = (script.tool_calls ?? (forced ? [forced] : [])).map((call, index) => ({
    id: `call_${seed}_${index}`,
    type: "function" as const,
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  const all = tokensOf(script.reply ?? (toolCalls.length > 0 ? "" : ownText(body, model, last, seed)));
  const tokens = all.slice(0, limitOf(body));
  const promptTokens = texts.reduce((sum, text) => sum + tokensOf(text).length, 0);
  const finishReason = tokens.length < all.length ? "length" : toolCalls.length > 0 ? "tool_calls" : "stop";
  const choices = typeof body.n === "number" ? Math.min(MAX_CHOICES, Math.max(1, Math.trunc(body.n))) : 1;
  return {
    tokens,
    toolCalls,
    finishReason: script.finish_reason ?? finishReason,
    choices,
    usage: usageOf(script.usage ?? { prompt_tokens: promptTokens, completion_tokens: tokens.length * choices }),
  };
}

/** In the form that `response_format` asks for, with every model but one. */
function ownText(body: ChatBody, model: string, last: string, seed: string): string {
  if (model === PLAIN) return chatText(last, body.messages.length);
  const verdict = model === "judge" ? verdictText(body, Number.parseInt(seed, 16)) : null;
  const structured = verdict ?? structuredText(body.response_format, seed);
  if (structured !== null) return structured;
  const text = model === "echo" ? `Sandbox echo: ${last}` : chatText(last, body.messages.length);
  return recordIn(body.response_format).type === "json_object" ? JSON.stringify({ reply: text }) : text;
}

const usageOf = ({ prompt_tokens, completion_tokens, cached_tokens }: NonNullable<Script["usage"]>): Usage => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  ...(cached_tokens === undefined ? {} : { prompt_tokens_details: { cached_tokens } }),
});

function chatText(last: string, messages: number): string {
  const characters = Array.from(last);
  const quoted = characters.slice(0, QUOTED_CHARACTERS).join("") + (characters.length > QUOTED_CHARACTERS ? "…" : "");
  const count = messages === 1 ? "1 message" : `${messages} messages`;
  return `This reply comes from the gateway's sandbox; no model was called. I received ${count}, and yours reads: “${quoted}”`;
}

function textOf(content: ChatBody["messages"][number]["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => (typeof part.text === "string" ? part.text : "")).join("\n");
}

/** max_completion_tokens wins over the older max_tokens. */
function limitOf(body: ChatBody): number {
  const limit = [body.max_completion_tokens, body.max_tokens].find((value) => typeof value === "number" && value > 0);
  return typeof limit === "number" ? limit : Number.POSITIVE_INFINITY;
}

/** FNV-1a over the messages' texts: a short id that repeats with them. */
export function idOf(body: ChatBody): string {
  let hash = 0x811c9dc5;
  for (const character of body.messages.map(({ content }) => textOf(content)).join("\n")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return `chatcmpl-sandbox-${hash.toString(16).padStart(8, "0")}`;
}
