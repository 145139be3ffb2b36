// Words whose letters only look like Latin ones, by Unicode's table of confusable characters (UTS #39).
import { lookAlikes } from "./look-alike-table";
import { Rewriting, type View } from "./view";

const table = new Map(
  Object.entries(lookAlikes).flatMap(([target, letters]) => [...letters].map((letter) => [letter, target] as const)),
);

/** The Latin letters that a letter looks like, with or without its marks. */
export const letterLike = (letter: string): string | undefined => table.get(letter);

const LATIN = /\p{Script=Latin}/u;
const WORDS = /[\p{L}\p{M}\p{N}_]+/gu;
const foreign = [...table.keys()].filter((letter) => !LATIN.test(letter));
/** With their marks too: NFC writes some together. */
const FOREIGN = new RegExp(`[${foreign.join("")}\\u0370-\\u052f\\u1f00-\\u1fff]`, "u");

const scripts = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];

/** The role of a character in a word: not a letter, a Latin letter, another letter, or a look-alike of a Latin letter. */
interface Character {
  is: "none" | "latin" | "own" | "alike";
  script: number;
  like: string | undefined;
}

/** Of every character that was seen: as many as there are letters. */
const seen = new Map<string, Character>();

function characterOf(character: string): Character {
  const known = seen.get(character);
  if (known) return known;
  const base = String.fromCodePoint(character.normalize("NFD").codePointAt(0) ?? 0);
  const like = LATIN.test(character) ? undefined : (table.get(character) ?? table.get(base));
  const made: Character = {
    is: LATIN.test(character) ? "latin" : like !== undefined ? "alike" : /\p{L}/u.test(character) ? "own" : "none",
    script: scripts.findIndex((script) => script.test(character)),
    like,
  };
  seen.set(character, made);
  return made;
}

const foreignLike = (character: string): string | undefined => characterOf(character).like;

type Kind = "latin" | "own" | "mixed" | "alike" | "none";

/** The script of a word: Latin letters, those of its own script, several scripts, or only look-alikes of one script. */
function kindOf(word: string): Kind {
  let [hasLatin, hasOwn, hasAlike, isSeveral] = [false, false, false, false];
  let first = -2;
  for (const character of word) {
    const { is, script } = characterOf(character);
    if (is === "latin") hasLatin = true;
    else if (is === "own") hasOwn = true;
    else if (is === "alike") {
      isSeveral ||= hasAlike && script !== first;
      hasAlike = true;
      first = script;
    }
  }
  if (hasAlike && (hasLatin || isSeveral)) return "mixed";
  if (hasLatin) return "latin";
  if (hasOwn) return "own";
  return hasAlike ? "alike" : "none";
}

/** For each word the kind of the nearest word that shows the script of the text around it. */
function nearest(kinds: readonly Kind[]): (Kind | null)[] {
  let last: Kind | null = null;
  return kinds.map((kind) => {
    const before = last;
    if (kind === "latin" || kind === "own") last = kind;
    return before;
  });
}

/**
 * Replaces look-alikes by Latin letters in words that mix scripts, and in words of nothing but look-alikes, unless the words
 * around them are of another script for certain: so prose in Russian or Greek stays what it is.
 */
export function withoutLookAlikes(view: View): View {
  if (!FOREIGN.test(view.text)) return view;
  const words = [...view.text.matchAll(WORDS)];
  const kinds = words.map(({ 0: word }) => kindOf(word));
  if (!kinds.includes("mixed") && !kinds.includes("alike")) return view;
  const before = nearest(kinds);
  const after = nearest(kinds.toReversed()).toReversed();
  const isFolded = kinds.map((kind, at) => {
    if (kind !== "alike") return kind === "mixed";
    const around = [before[at], after[at]];
    return around.includes("latin") || !around.includes("own");
  });
  const rewriting = new Rewriting(view.text);
  let copied = 0;
  for (const [at, { 0: word, index }] of words.entries()) {
    if (!isFolded[at]) continue;
    rewriting.copy(copied, index);
    copied = index;
    for (const letter of word) {
      const like = foreignLike(letter);
      if (like === undefined) rewriting.copy(copied, copied + letter.length);
      else rewriting.put(like, copied);
      copied += letter.length;
    }
  }
  if (copied === 0) return view;
  rewriting.copy(copied, view.text.length);
  return rewriting.view(view);
}

/** A text with every look-alike of another script replaced. */
export const skeletonOf = (text: string): string =>
  Array.from(text, (letter) => foreignLike(letter) ?? letter).join("");
