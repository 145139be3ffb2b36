// Which version of a queue's instructions a person has worked with in this browser, and whether they are pinned. Pure.

export interface Reading {
  /** The version that was open last, or was there at the first visit. */
  version: string;
  /** Left open: they stay open on the next item and the next day. */
  pinned: boolean;
}

/** Names a text by its content: other text, other name. */
export function versionOf(text: string): string {
  let hash = 5381;
  for (const sign of text) hash = (Math.imul(hash, 33) ^ (sign.codePointAt(0) ?? 0)) >>> 0;
  return `${text.length.toString(36)}-${hash.toString(36)}`;
}

/** `changed`: the person has worked with an earlier version. Then the instructions open by themselves. */
export function openingOf(text: string | null, before: Reading | null): { open: boolean; changed: boolean } {
  if (!text?.trim() || !before) return { open: false, changed: false };
  const changed = before.version !== versionOf(text);
  return { open: before.pinned || changed, changed };
}

/** What to remember at the first visit, so that later instructions are noticed also by who never opened them. */
export const firstSight = (text: string | null, before: Reading | null): Reading | null =>
  before ? null : { version: versionOf(text ?? ""), pinned: false };

export function readReading(stored: string | null): Reading | null {
  const [, pinned, version] = /^(open|closed) (\S+)$/.exec(stored ?? "") ?? [];
  return pinned && version ? { version, pinned: pinned === "open" } : null;
}

export const writeReading = ({ version, pinned }: Reading): string => `${pinned ? "open" : "closed"} ${version}`;
