// Phrases in a text: as whole words in any case, whatever white space is between them, or as letters that were spelled out.
import type { Finder, Finding } from "../finding";
import { simpleText, spellingsOf } from "../normal-form/readings";

/** Scripts that put no space between words, where every character counts as one. */
const UNSPACED = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const WORD = new RegExp(`(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+|[^\\s]`, "gu");

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /\w+|\S/g;

const folded = (word: string): string => (ASCII.test(word) ? word : word.normalize("NFKC")).toLowerCase();

export const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).map(folded);

/** Phrases by their words, or by their letters. */
interface Branch {
  kind?: string;
  isAlike?: true;
  next: Map<string, Branch>;
}

type Phrases = Iterable<readonly [phrase: string, kind: string]>;

function grow(root: Branch, steps: Iterable<string>, kind: string, isAlike: boolean): void {
  let branch = root;
  for (const step of steps) {
    const next = branch.next.get(step) ?? { next: new Map() };
    branch.next.set(step, next);
    branch = next;
  }
  if (branch.kind !== undefined) return;
  branch.kind = kind;
  if (isAlike) branch.isAlike = true;
}

const findingOf = ({ kind = "", isAlike }: Branch, start: number, end: number): Finding =>
  isAlike ? { kind, start, end, isAlike } : { kind, start, end };

/** Finds phrases of any number in one walk over the text: a step a word, and on from where a phrase begins. */
export function phraseFinder(phrases: Phrases): Finder {
  const root: Branch = { next: new Map() };
  for (const [phrase, kind] of phrases) {
    const { plain, alike } = spellingsOf(phrase);
    grow(root, wordsOf(phrase), kind, false);
    grow(root, wordsOf(plain), kind, false);
    if (alike !== plain) grow(root, wordsOf(alike), kind, true);
  }
  return (text) => {
    const words = ASCII.test(text) ? ASCII_WORD : WORD;
    const found: Finding[] = [];
    words.lastIndex = 0;
    for (let first = words.exec(text); first; first = words.exec(text)) {
      let branch: Branch | undefined = root.next.get(folded(first[0]));
      if (!branch) continue;
      const after = words.lastIndex;
      while (branch) {
        if (branch.kind !== undefined) found.push(findingOf(branch, first.index, words.lastIndex));
        const next: RegExpExecArray | null = branch.next.size > 0 ? words.exec(text) : null;
        branch = next ? branch.next.get(folded(next[0])) : undefined;
      }
      words.lastIndex = after;
    }
    return found;
  };
}

/** Shorter ones occur in too many longer ones. */
const LEAST_SPELLED = 3;
const NO_LETTER = /[^\p{L}\p{N}]/gu;

/** Finds phrases anywhere in letters, whatever they are part of. */
export function letterFinder(phrases: Phrases): Finder {
  const root: Branch = { next: new Map() };
  for (const [phrase, kind] of phrases) {
    const letters = simpleText(phrase).toLowerCase().replaceAll(NO_LETTER, "").split("");
    if (letters.length >= LEAST_SPELLED) grow(root, letters, kind, false);
  }
  return (text) => {
    const found: Finding[] = [];
    for (let start = 0; start < text.length; start++) {
      let branch: Branch | undefined = root;
      for (let end = start; branch && end <= text.length; end++) {
        if (branch.kind !== undefined) found.push(findingOf(branch, start, end));
        branch = branch.next.get((text[end] ?? "").toLowerCase());
      }
    }
    return found;
  };
}
