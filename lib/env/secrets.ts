// Variables that open something. Each has one kind of refusal at a time, which never repeats the value.
import { z } from "zod";

const FILLERS =
  /change[-_ ]?(me|this)|replace[-_ ]?(me|this)|^your[-_ ]|placeholder|^(secret|password|token|todo|none|null|undefined)$|^x+$|^\.+$|^<.*>$|^\$\{?\w+\}?$/i;

const flawIn = (value: string): string | null => {
  if (/\s/.test(value)) return "Contains a space or a line break. Remove it.";
  if (FILLERS.test(value)) return "Is a placeholder. Set a value of your own, or leave it empty.";
  return null;
};

const checked = (flawOf: (value: string) => string | null) =>
  z
    .string()
    .superRefine((value, context) => {
      const message = flawOf(value);
      if (message !== null) context.addIssue({ code: "custom", message });
    })
    .optional();

/** A secret that another service has issued. */
export const foreignSecret = checked(flawIn);

/** One's own, typed by a program. */
export const ownSecret = (characters: number) =>
  checked((value) => flawIn(value) ?? (value.length < characters ? `Use at least ${characters} characters.` : null));

const RANDOM_CHARACTERS = 32;
const VARIETY = 8;
const isRandom = (value: string): boolean => value.length >= RANDOM_CHARACTERS && new Set(value).size >= VARIETY;
const NOT_RANDOM = `Use at least ${RANDOM_CHARACTERS} random characters, such as \`openssl rand -hex 32\` makes.`;

/** Gives wide access and is never typed: it must be long, and not a few characters repeated. */
export const token = checked((value) => (isRandom(value) ? flawIn(value) : NOT_RANDOM));

/** As random, and may be a sentence: blanks inside are a part of it, those around it come from copying. */
export const phrase = checked((value) => {
  if (value !== value.trim()) return "Begins or ends with a space or a line break. Remove it.";
  return isRandom(value) ? flawIn(value.replaceAll(/\s/g, "")) : NOT_RANDOM;
});

/** A password that a person types. */
export const password = (characters: number) =>
  checked((value) => {
    if (value !== value.trim()) return "Begins or ends with a space or a line break. Remove it.";
    if (value.length < characters) return `Use at least ${characters} characters.`;
    return flawIn(value.replaceAll(/\s/g, ""));
  });
