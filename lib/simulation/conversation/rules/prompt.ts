// Fills a simulator's prompt from a row: each {{column}} by its value, the persona as prose.
import { isRecord } from "@/lib/records";

const PLACEHOLDER = /\{\{\s*([^{}]{1,200}?)\s*\}\}/g;

export interface PromptVariables {
  /** Column name in lower case → text. */
  cells: Readonly<Record<string, string>>;
  medium: "voice" | "text";
}

/** The prompt with the row's values. A column that the row lacks becomes empty. */
export function renderPrompt(prompt: string, { cells, medium }: PromptVariables): string {
  const persona = personaProse(cells.persona ?? "", medium);
  return prompt.replaceAll(PLACEHOLDER, (_, name: string) => {
    const column = name.toLowerCase();
    return column === "persona" ? persona : (cells[column] ?? "");
  });
}

/** The object in a cell: JSON, or the form in which Python prints one, as in older data. */
export function personaOf(cell: string): Record<string, unknown> | null {
  for (const text of [cell, asJson(cell)]) {
    try {
      const value: unknown = JSON.parse(text);
      if (isRecord(value)) return value;
    } catch {
      // The other notation may be readable.
    }
  }
  return null;
}

const asJson = (literal: string): string =>
  literal
    .replaceAll(/\bNone\b/g, "null")
    .replaceAll(/\bTrue\b/g, "true")
    .replaceAll(/\bFalse\b/g, "false")
    .replaceAll(/(?<=[[{,:]\s*)'|'(?=\s*[\]},:])/g, '"');

const LEVELS: Readonly<Record<string, string>> = {
  "tone.formal": "Write formally.",
  "tone.neutral": "Write in a neutral tone.",
  "tone.casual": "Write casually.",
  "verbosity.brief": "Keep your messages to a sentence or less.",
  "verbosity.balanced": "Write one to three sentences a message.",
  "verbosity.detailed": "Explain at length.",
  "slang_usage.none": "Use no slang.",
  "slang_usage.light": "Use a little slang.",
  "slang_usage.moderate": "Use slang as you would among friends.",
  "slang_usage.heavy": "Use a lot of slang.",
  "typos_frequency.none": "Make no typing mistakes.",
  "typos_frequency.rare": "Make a typing mistake now and then.",
  "typos_frequency.occasional": "Make a typing mistake in about every second message.",
  "typos_frequency.frequent": "Make typing mistakes in every message.",
  "punctuation.clean": "Punctuate correctly.",
  "punctuation.minimal": "Leave most punctuation out.",
  "punctuation.expressive": "Use exclamation marks and ellipses freely.",
  "punctuation.erratic": "Punctuate without rules.",
  "emoji_usage.never": "Use no emoji.",
  "emoji_usage.light": "Use an emoji now and then.",
  "emoji_usage.regular": "Use emoji regularly.",
  "emoji_usage.heavy": "Use several emoji a message.",
  "regional_mix.none": "Use standard language.",
  "regional_mix.light": "Mix in a regional word now and then.",
  "regional_mix.moderate": "Mix in regional words and phrases.",
  "regional_mix.heavy": "Write as people of your region speak among themselves.",
};
const WRITTEN = ["tone", "verbosity", "regional_mix", "slang_usage", "typos_frequency", "punctuation", "emoji_usage"];
const SPOKEN = ["accent", "conversation_speed", "background_sound"];

/** A persona as sentences; unchanged if it is not an object. */
export function personaProse(cell: string, medium: PromptVariables["medium"]): string {
  const persona = personaOf(cell);
  if (!persona) return cell;
  const say = (name: string): string => textOf(persona[name]);
  const who = [
    say("name") && `Your name is ${say("name")}.`,
    (say("profession") || say("occupation")) && `You work as ${say("profession") || say("occupation")}.`,
    say("age_group") && `Your age group is ${say("age_group")}.`,
    say("gender") && `Your gender is ${say("gender")}.`,
    say("location") && `You live in ${say("location")}.`,
  ];
  const manner = [
    say("personality") && `You are ${say("personality")}.`,
    say("communication_style") && `You communicate like this: ${say("communication_style")}.`,
    (say("language") || say("languages")) && `You speak ${say("language") || say("languages")}.`,
    ...(medium === "text"
      ? WRITTEN.map((name) => LEVELS[`${name}.${say(name)}`] ?? "")
      : SPOKEN.map((name) => say(name) && `Your ${name.replaceAll("_", " ")}: ${say(name)}.`)),
  ];
  const rest = Object.keys(persona).filter((name) => !KNOWN.has(name) && say(name) !== "");
  const parts = [
    ["Who you are", who],
    ["How you are", manner],
    ["What else is true of you", rest.map((name) => `${name.replaceAll("_", " ")}: ${say(name)}.`)],
    ["What you were told", [say("additional_instruction")]],
  ] as const;
  return parts
    .map(([title, sentences]) => ({ title, text: sentences.filter((sentence) => sentence !== "").join(" ") }))
    .filter(({ text }) => text !== "")
    .map(({ title, text }) => `${title}: ${text}`)
    .join("\n");
}

const KNOWN = new Set([
  ...WRITTEN,
  ...SPOKEN,
  "name",
  "profession",
  "occupation",
  "age_group",
  "gender",
  "location",
  "personality",
  "communication_style",
  "language",
  "languages",
  "additional_instruction",
  "finished_speaking_sensitivity",
  "interrupt_sensitivity",
]);

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(", ");
  if (typeof value === "string" || typeof value === "number") return String(value).trim();
  return value === true ? "yes" : "";
}
