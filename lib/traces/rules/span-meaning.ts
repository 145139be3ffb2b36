// Reads what a span means for an AI application from its attributes and events, by the common conventions.
import type { ObservationType } from "@/lib/contracts/shapes";
import type { Attributes } from "./attributes";
import * as conventions from "./conventions";
import { parseExactJson } from "./exact-json";
import { nested } from "./nested";

export interface EventContent {
  name: string;
  attributes: Attributes;
}

export interface Meaning {
  observationType: ObservationType;
  input: unknown;
  output: unknown;
  model: string | null;
  provider: string | null;
  promptTokens: number | null;
  completionTokens: number | null;
  totalTokens: number | null;
  costUsd: number | null;
}

const MAX_NAME = 255;
const MAX_TOKENS = 2_147_483_647;

export function readMeaning(attributes: Attributes, events: readonly EventContent[]): Meaning {
  const promptTokens = firstTokens(attributes, conventions.promptTokens);
  const completionTokens = firstTokens(attributes, conventions.completionTokens);
  const summedTokens =
    promptTokens === null && completionTokens === null ? null : (promptTokens ?? 0) + (completionTokens ?? 0);
  return {
    observationType: observationType(attributes),
    input: inputOf(attributes, events),
    output: outputOf(attributes, events),
    model: firstText(attributes, conventions.model),
    provider: firstText(attributes, conventions.provider),
    promptTokens,
    completionTokens,
    totalTokens: firstTokens(attributes, conventions.totalTokens) ?? summedTokens,
    costUsd: firstCost(attributes),
  };
}

const DEFAULT_PROJECT = "default";

/** The name of the span's project. An SDK's placeholder for an unknown service name does not count. */
export function projectName(resource: Attributes, attributes: Attributes): string {
  const name = firstText(attributes, conventions.projectOfSpan) ?? firstText(resource, conventions.projectOfResource);
  return name === null || name.startsWith("unknown_service") ? DEFAULT_PROJECT : name;
}

export const sessionName = (resource: Attributes, attributes: Attributes): string | null =>
  firstText(attributes, conventions.session) ?? firstText(resource, conventions.session);

/** A short text or number that names something. */
export function firstText(attributes: Attributes, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = attributes[key];
    const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
    if (text !== "") return shortName(text);
  }
  return null;
}

export const shortName = (text: string): string => [...text].slice(0, MAX_NAME).join("");

function firstNumber(attributes: Attributes, keys: readonly string[], accepts: (number: number) => boolean) {
  for (const key of keys) {
    const value = attributes[key];
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number === "number" && accepts(number)) return number;
  }
  return null;
}

const firstTokens = (attributes: Attributes, keys: readonly string[]): number | null =>
  firstNumber(attributes, keys, (number) => Number.isInteger(number) && number >= 0 && number <= MAX_TOKENS);

const firstCost = (attributes: Attributes): number | null =>
  firstNumber(attributes, conventions.cost, (number) => Number.isFinite(number) && number >= 0);

function observationType(attributes: Attributes): ObservationType {
  for (const key of conventions.kindKeys) {
    const value = attributes[key];
    const kind = typeof value === "string" ? conventions.kinds[value.toLowerCase()] : undefined;
    if (kind) return kind;
  }
  return firstText(attributes, conventions.model) === null ? "unknown" : "llm";
}

function inputOf(attributes: Attributes, events: readonly EventContent[]): unknown {
  const whole = firstContent(attributes, conventions.input);
  return whole ?? firstList(attributes, conventions.inputLists) ?? fromEvents(events, conventions.inputEvents);
}

function outputOf(attributes: Attributes, events: readonly EventContent[]): unknown {
  const whole = firstContent(attributes, conventions.output);
  return whole ?? firstList(attributes, conventions.outputLists) ?? fromEvents(events, conventions.outputEvents);
}

function firstContent(attributes: Attributes, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = attributes[key];
    if (value !== undefined && value !== null && value !== "") return isJson(attributes, key) ? parsed(value) : value;
  }
  return null;
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

function firstList(attributes: Attributes, keys: readonly string[]): unknown {
  for (const key of keys) {
    const list = nested(attributes, key);
    if (list !== null) return Array.isArray(list) ? list.map(unwrapped) : list;
  }
  return null;
}

/** OpenInference wraps each message of a list in an object with only that member. */
function unwrapped(entry: unknown): unknown {
  if (entry === null || typeof entry !== "object") return entry;
  const [only, ...others] = Object.entries(entry);
  return only && others.length === 0 && /^(message|prompt|completion|document)$/.test(only[0]) ? only[1] : entry;
}

function fromEvents(events: readonly EventContent[], carriers: Record<string, string | null>): unknown {
  const found = events.flatMap(({ name, attributes }) => {
    const key = Object.hasOwn(carriers, name) ? carriers[name] : undefined;
    if (key === undefined) return [];
    if (key === null) return [[{ role: roleOf(name), ...attributes }]];
    return attributes[key] === undefined ? [] : [parsed(attributes[key])];
  });
  if (found.length === 0) return null;
  return found.length === 1 ? found[0] : found.flat();
}

const roleOf = (event: string): string => (event === "gen_ai.choice" ? "assistant" : (event.split(".")[1] ?? ""));
