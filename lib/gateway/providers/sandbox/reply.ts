// What the sandbox says: the same to the same request, and always that it is a sandbox.
import { z } from "zod";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { Script } from "./script";
import { structuredText } from "./structured";

export interface SandboxReply {
  /** The reply's tokens in order; joined they are its text. */
  tokens: string[];
  toolCalls: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  finishReason: "stop" | "length" | "tool_calls" | "content_filter";
  usage: Usage;
}

interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
}

const QUOTED_CHARACTERS = 200;

/** A word with the space before it, or a mark: about what a model's tokenizer makes of English. */
const tokensOf = (text: string): string[] => text.match(/\s*(?:[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s])|\s+$/gu) ?? [];

/** A script's words are answered as they are; that they are the sandbox's, the model's name and the id say. */
export function replyTo(body: ChatBody, model: string, script: Script = {}): SandboxReply {
  const texts = body.messages.map((message) => textOf(message.content));
  const last = texts[body.messages.findLastIndex((message) => message.role === "user")] ?? texts.at(-1) ?? "";
  const toolCalls = (script.tool_calls ?? []).map(({ name, arguments: given }, index) => ({
    id: `call_${idOf(body).slice(-8)}_${index}`,
    type: "function" as const,
    function: { name, arguments: JSON.stringify(given) },
  }));
  const own =
    model === "echo"
      ? `Sandbox echo: ${last}`
      : (judgeText(body, model) ?? partsText(body, model) ?? formText(body, model) ?? chatText(last, texts.length));
  const all = tokensOf(script.reply ?? (toolCalls.length > 0 ? "" : own));
  const limit = limitOf(body);
  const tokens = all.slice(0, limit);
  const promptTokens = texts.reduce((sum, text) => sum + tokensOf(text).length, 0);
  const finishReason = tokens.length < all.length ? "length" : toolCalls.length > 0 ? "tool_calls" : "stop";
  return {
    tokens,
    toolCalls,
    finishReason: script.finish_reason ?? finishReason,
    usage: usageOf(script.usage ?? { prompt_tokens: promptTokens, completion_tokens: tokens.length }),
  };
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

/** A verdict in the form that the request's schema asks for, drawn by lot from its texts: the same to the same request. */
function judgeText(body: ChatBody, model: string): string | null {
  const parsed = model === "judge" ? verdictForm.safeParse(body.response_format) : null;
  if (!parsed?.success) return null;
  const { result } = parsed.data.json_schema.schema.properties;
  const choices = result.enum ?? result.items?.enum ?? ["Sandbox verdict"];
  const drawn = choices[Number.parseInt(idOf(body).slice(-8), 16) % choices.length];
  const explanation =
    "This verdict comes from the gateway's sandbox: no model was called. It is drawn from the text by lot and says nothing of its quality.";
  return JSON.stringify({ explanation, result: result.items ? [drawn] : drawn });
}

/** An input and one of its parts, likewise by lot, where the schema asks what of an input has made a verdict fail. */
function partsText(body: ChatBody, model: string): string | null {
  const parsed = model === "judge" ? partsForm.safeParse(body.response_format) : null;
  if (!parsed?.success) return null;
  const { selected_input_key: keys, entries } = parsed.data.json_schema.schema.properties;
  const lot = Number.parseInt(idOf(body).slice(-8), 16);
  // Every input has two parts at least; which has more, the schema does not tell.
  const units = entries.items.properties.unit_key.enum.slice(0, 2);
  const said = "The gateway's sandbox has drawn this part by lot: no model was called.";
  const entry = {
    unit_key: units[lot % units.length],
    reason: said,
    improvement: said,
    rank_reason: said,
    weight: 1,
  };
  return JSON.stringify({ selected_input_key: keys.enum[lot % keys.enum.length], entries: [entry] });
}

const formText = (body: ChatBody, model: string): string | null =>
  model === "structured" ? structuredText(body.response_format, idOf(body).slice(-8)) : null;

const named = z.looseObject({ enum: z.array(z.string()).min(1) });
const partsForm = z.looseObject({
  json_schema: z.looseObject({
    schema: z.looseObject({
      properties: z.looseObject({
        selected_input_key: named,
        entries: z.looseObject({
          items: z.looseObject({ properties: z.looseObject({ unit_key: named }) }),
        }),
      }),
    }),
  }),
});

const values = z.array(z.union([z.string(), z.number()])).min(1);
const verdictForm = z.looseObject({
  json_schema: z.looseObject({
    schema: z.looseObject({
      properties: z.looseObject({
        result: z.looseObject({ enum: values.optional(), items: z.looseObject({ enum: values }).optional() }),
      }),
    }),
  }),
});

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
