// The draft of the playground's form, and how it is restored.
import { isRecord } from "@/lib/records";
import type { Texts } from "./form";

export interface InputDraft {
  /** The row or span that filled the form; null if typed by hand. */
  at: string | null;
  texts: Texts;
  /** Inputs added to a template that declares none. */
  more: readonly string[];
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Null for foreign or outdated data. */
export function inputDraftIn(stored: string | null): InputDraft | null {
  if (stored === null) return null;
  let found: unknown;
  try {
    found = JSON.parse(stored);
  } catch {
    return null;
  }
  if (!isRecord(found) || !isRecord(found.texts) || !Array.isArray(found.more)) return null;
  const texts = Object.fromEntries(
    Object.entries(found.texts).filter((entry): entry is [string, string] => isText(entry[1])),
  );
  return { at: isText(found.at) ? found.at : null, texts, more: found.more.filter(isText) };
}
