// Reads what a span means for an AI application from its attributes and events, by the common conventions.
import type { ObservationType } from "@/lib/contracts/shapes";
import { isRecord } from "@/lib/records";
import type { Attributes } from "./attributes";
import * as conventions from "./conventions";
import { kindKeys, kinds } from "./kind-conventions";
import { type EventContent, inputOf, outputOf, parsed } from "./span-contents";
import { costOf, tokensOf } from "./span-tokens";

export type { EventContent };

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

export function readMeaning(attributes: Attributes, events: readonly EventContent[]): Meaning {
  return {
    observationType: observationType(attributes),
    input: inputOf(attributes, events),
    output: outputOf(attributes, events),
    model: modelOf(attributes),
    provider: providerOf(attributes),
    ...tokensOf(attributes),
    costUsd: costOf(attributes),
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

export const shortName = (text: string): string => [...text.slice(0, 2 * MAX_NAME)].slice(0, MAX_NAME).join("");

function modelOf(attributes: Attributes): string | null {
  const named = firstText(attributes, conventions.model);
  if (named !== null) return named;
  const sets = conventions.callParameters.map((key) => parsed(attributes[key])).filter(isRecord);
  return sets.map((parameters) => firstText(parameters, ["model"])).find((model) => model !== null) ?? null;
}

/** The AI SDK appends the interface: `openai.chat`. */
function providerOf(attributes: Attributes): string | null {
  const provider = firstText(attributes, conventions.provider);
  return provider !== null && provider === attributes["ai.model.provider"]
    ? (provider.split(".")[0] ?? null)
    : provider;
}

function observationType(attributes: Attributes): ObservationType {
  for (const key of kindKeys) {
    const value = attributes[key];
    const name = typeof value === "string" ? value.toLowerCase() : "";
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind) return kind;
  }
  return modelOf(attributes) === null ? "unknown" : "llm";
}
