// What differs between two evaluations whose fingerprints differ.
import { isDeepStrictEqual } from "node:util";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";

/** Everything that decides a score, as a run has pinned it. */
export interface Pinned {
  fingerprint: string;
  templateId: string | null;
  templateName: string;
  versionNumber: number | null;
  definition: TemplateDefinition | null;
  model: string | null;
  params: Readonly<Record<string, unknown>>;
  passThreshold: number | null;
  /** Input → where it comes from. Only the names of inputs decide a score. */
  mapping: Readonly<Record<string, unknown>>;
  childVersions: Readonly<Record<string, number>>;
}

export interface Difference {
  what: "template" | "version" | "prompt" | "model" | "parameters" | "pass_threshold" | "inputs" | "parts";
  first: string;
  second: string;
}

const NONE = "none";
const MOST_CHARACTERS = 2000;
const cut = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…`.toWellFormed() : text;

const promptOf = (definition: TemplateDefinition | null): string => {
  if (!definition) return NONE;
  const { instructions, code, messages } = definition;
  return instructions ?? code ?? (messages.length > 0 ? JSON.stringify(messages) : NONE);
};
const texts: Record<Difference["what"], (pinned: Pinned) => string> = {
  template: ({ templateName }) => templateName,
  version: ({ versionNumber }) => (versionNumber === null ? NONE : `V${versionNumber}`),
  prompt: ({ definition }) => promptOf(definition),
  model: ({ model, definition }) => model ?? definition?.model ?? NONE,
  parameters: ({ params }) => JSON.stringify(inOrder(params)),
  pass_threshold: ({ passThreshold, definition }) => String(passThreshold ?? definition?.pass_threshold ?? NONE),
  inputs: ({ mapping }) => Object.keys(mapping).toSorted().join(", ") || NONE,
  parts: ({ childVersions }) => JSON.stringify(inOrder(childVersions)),
};

const inOrder = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Empty if the fingerprints are equal. If all texts are alike, the versions differ in something that is not shown. */
export function differencesOf(first: Pinned, second: Pinned): Difference[] {
  if (first.fingerprint === second.fingerprint) return [];
  // Safe: the keys of `texts` are the names of differences.
  const all = (Object.keys(texts) as Difference["what"][]).map((what) => ({
    what,
    first: texts[what](first),
    second: texts[what](second),
  }));
  const differing = all.filter((one) => one.first !== one.second && !isPartOfTemplate(one, first, second));
  if (differing.length > 0) return differing.map((one) => ({ ...one, first: cut(one.first), second: cut(one.second) }));
  const versionOf = (pinned: Pinned) => `${texts.version(pinned)} (${pinned.fingerprint.slice(0, 12)})`;
  return [{ what: "version", first: versionOf(first), second: versionOf(second) }];
}

/** Version numbers say nothing if the definitions are equal. */
const isPartOfTemplate = ({ what }: Difference, first: Pinned, second: Pinned): boolean =>
  what === "version" && first.definition !== null && isDeepStrictEqual(first.definition, second.definition);
