// The input and output of a span, wherever its convention puts them.
import { readMessages } from "@/lib/chat-messages";
import { isRecord } from "@/lib/records";
import type { Attributes } from "./attributes";
import * as conventions from "./conventions";
import { parseExactJson } from "./exact-json";
import { nested } from "./nested";

export interface EventContent {
  name: string;
  attributes: Attributes;
}

export function inputOf(attributes: Attributes, events: readonly EventContent[]): unknown {
  const content =
    wholeOrList(attributes, conventions.input, conventions.inputLists) ?? fromEvents(events, conventions.inputEvents);
  const instructions = [attributes, ...events.map((event) => event.attributes)]
    .map((values) => parsed(values[conventions.systemInstructions]))
    .find((value) => value !== undefined && value !== null && value !== "");
  return instructions === undefined ? content : withInstructions(instructions, content);
}

export const outputOf = (attributes: Attributes, events: readonly EventContent[]): unknown =>
  wholeOrList(attributes, conventions.output, conventions.outputLists) ??
  answerOf(attributes) ??
  fromEvents(events, conventions.outputEvents);

/** An object that holds no messages does not count if the span also lists its messages, nor does a text beside traceAI's. */
function wholeOrList(attributes: Attributes, keys: readonly string[], lists: readonly string[]): unknown {
  const whole = firstContent(attributes, keys);
  if (whole === null) return firstList(attributes, lists);
  const rivals = typeof whole === "object" ? lists : lists.filter((list) => conventions.wholeLists.includes(list));
  if (!hasList(attributes, rivals) || readMessages(whole)) return whole;
  const list = firstList(attributes, rivals);
  return readMessages(list) ? list : whole;
}

/** Costs less than reading messages, which few spans need. */
const hasList = (attributes: Attributes, lists: readonly string[]): boolean =>
  Object.keys(attributes).some((key) => lists.some((list) => key.startsWith(`${list}.`)));

/** The rules of the system as the first message, unless the messages begin with them. */
function withInstructions(instructions: unknown, content: unknown): unknown {
  const rules = Array.isArray(instructions)
    ? { role: "system", parts: instructions }
    : { role: "system", content: instructions };
  if (content === null) return [rules];
  if (!Array.isArray(content)) return content;
  const [first] = content;
  return isRecord(first) && first.role === "system" ? content : [rules, ...content];
}

/** A text that is all of an AI SDK's answer stays a text. */
function answerOf(attributes: Attributes): unknown {
  const { text, reasoning, calls } = conventions.answerParts;
  const [answer, thoughts, list] = [attributes[text], attributes[reasoning], parsed(attributes[calls])];
  if (typeof thoughts !== "string" && !Array.isArray(list)) return answer || null;
  return [
    {
      role: "assistant",
      content: [
        ...(thoughts ? [{ type: "reasoning", text: thoughts }] : []),
        ...(answer ? [{ type: "text", text: answer }] : []),
        ...(Array.isArray(list) ? list.map((call) => (isRecord(call) ? { type: "tool-call", ...call } : call)) : []),
      ],
    },
  ];
}

function firstContent(attributes: Attributes, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = attributes[key];
    if (value === undefined || value === null || value === "") continue;
    if (isJson(attributes, key)) return parsed(value);
    if (key === conventions.runMessages) return question(parsed(value));
    if (conventions.encodedKeys.has(key)) return Array.isArray(value) ? value.map(decoded) : decoded(value);
    return conventions.messageKeys.has(key) && readMessages(parsed(value)) ? parsed(value) : value;
  }
  return null;
}

/** A run's messages up to the last of its user. What follows is the run's own work. */
function question(run: unknown): unknown {
  const last = readMessages(run)?.findLastIndex(({ role }) => role === "user") ?? -1;
  return Array.isArray(run) && last >= 0 ? run.slice(0, last + 1) : run;
}

function isJson(attributes: Attributes, key: string): boolean {
  const mediaType = attributes[conventions.mediaTypes[key] ?? ""];
  return conventions.jsonKeys.has(key) || /^\s*application\/([^;\s]+\+)?json\s*(;|$)/i.test(String(mediaType ?? ""));
}

/** The value of a text that is a JSON object or list; anything else unchanged. */
export function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}

/** The value of a text of JSON, also if that is a string. */
function decoded(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith('"')) return parsed(value);
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}

function firstList(attributes: Attributes, keys: readonly string[]): unknown {
  for (const key of keys) {
    const list = nested(attributes, key);
    if (list !== null) return Array.isArray(list) ? list.map((entry) => withParts(unwrapped(entry))) : list;
  }
  return null;
}

/** OpenInference wraps each message of a list in an object with only that member. */
function unwrapped(entry: unknown): unknown {
  if (!isRecord(entry)) return entry;
  const [only, ...others] = Object.entries(entry);
  return only && others.length === 0 && /^(message|prompt|completion|document)$/.test(only[0]) ? only[1] : entry;
}

/** OpenLLMetry writes the parts of a message as a text of JSON. */
function withParts(message: unknown): unknown {
  if (!isRecord(message) || typeof message.content !== "string" || !message.content.startsWith("[{")) return message;
  const parts = parsed(message.content);
  const isTyped = (part: unknown) => isRecord(part) && typeof part.type === "string";
  return Array.isArray(parts) && parts.every(isTyped) ? { ...message, content: parts } : message;
}

function fromEvents(events: readonly EventContent[], carriers: Record<string, string | null>): unknown {
  const found = events.flatMap(({ name, attributes }) => {
    const key = Object.hasOwn(carriers, name) ? carriers[name] : undefined;
    if (key === undefined) return [];
    if (key === null) return [[messageOf(name, attributes)]];
    return attributes[key] === undefined ? [] : [parsed(attributes[key])];
  });
  if (found.length === 0) return null;
  return found.length === 1 ? found[0] : found.flat();
}

/** Of an event that is a message. Attributes hold its objects as texts of JSON. */
function messageOf(event: string, attributes: Attributes): Attributes {
  const role = event === "gen_ai.choice" ? "assistant" : (event.split(".")[1] ?? "");
  const { message, tool_calls: calls } = attributes;
  const read = {
    ...(message === undefined ? {} : { message: parsed(message) }),
    ...(calls ? { tool_calls: parsed(calls) } : {}),
  };
  const inner = isRecord(read.message) ? read.message : {};
  return { role, ...attributes, ...read, ...inner };
}
