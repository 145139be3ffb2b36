// Fixed words and limits of prompts. Browsers and the database's schema load this file, so it does not import zod.

/** What a variable's value must be. `json` is any value, written as JSON. */
export const variableTypes = ["text", "number", "boolean", "json"] as const;
export type VariableType = (typeof variableTypes)[number];

export const promptRoles = ["system", "developer", "user", "assistant", "tool"] as const;

/** `system` labels exist in every organization. */
export const promptLabelTypes = ["system", "custom"] as const;

/** The labels that every organization has, with their ids. */
export const systemLabels = [
  { id: "00000000-0000-4000-8000-00000000a001", name: "production" },
  { id: "00000000-0000-4000-8000-00000000a002", name: "staging" },
  { id: "00000000-0000-4000-8000-00000000a003", name: "development" },
] as const;
export const PRODUCTION = "production";

export const promptChangeKinds = [
  "created",
  "draft_added",
  "committed",
  "default_set",
  "label_moved",
  "label_removed",
  "version_deleted",
  "edited",
] as const;
export type PromptChangeKind = (typeof promptChangeKinds)[number];

export const MAX_PROMPTS = 10_000;
export const MAX_PROMPT_VERSIONS = 1000;
export const MAX_PROMPT_LABELS = 100;
export const MAX_PROMPT_MESSAGES = 200;
export const MAX_PROMPT_VARIABLES = 200;
/** Characters of one version's content as JSON. */
export const MAX_PROMPT_CHARACTERS = 200_000;

export const MAX_PROMPT_COMMENTS = 10_000;

/** What an import does to a prompt. */
export const promptFileChanges = ["created", "version_added", "edited", "unchanged"] as const;
export type PromptFileChange = (typeof promptFileChanges)[number];

export const MAX_IMPORTED_PROMPTS = 1000;
/** Of one file, which may have several prompts. The request has a bound of its own. */
export const MAX_PROMPT_FILE_CHARACTERS = 5_000_000;

/** What clients call a version. */
export const versionName = (number: number): string => `v${number}`;

/** A version of a prompt in one text, such as `support-reply@v3`: how requests, traces and evaluations are found by it. */
export const promptText = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;

/** The version that a text of `promptText` names. A prompt's name may have an @, its version has none. */
export function promptOf(text: string): { name: string; version: string } {
  const at = text.lastIndexOf("@");
  return { name: text.slice(0, at), version: text.slice(at + 1) };
}
