// The words by which spans are found: those of a segment are in an index, those of a single span are compared again.

/** Longer runs are data, such as images in base64. */
const MOST_LETTERS = 64;
/** The part of a span's JSON whose words are found. */
export const SEARCHED_CHARACTERS = 50_000;

/** JSON's escapes, also of JSON within texts, with the rest of the word. */
const ESCAPES = /\\+(?:u[\da-f]{4}|([bfnrt])([\p{L}\p{N}\p{M}_]*))/gu;
/** Characters in JSON within JSON. Many senders write é as \u00e9. */
const INNER_CHARACTERS = /\\{2,}u([\da-f]{4})/gi;
const WORDS = /[\p{L}\p{N}\p{M}_]+/gu;
/** Scripts that write no spaces between words: found by every two letters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Words of other scripts among them. Marks that several of these scripts share are in no word. */
const SPACED = /[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}]+/gu;
/** UTF-8 writes only ASCII in one byte a character. A regular expression takes several times as long. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** Words that were added before, by their hashes: a word that is known needs no text of its own. */
export type Met = (string | undefined)[];
/** Of the words of one span, and of a segment: powers of two. */
const SLOTS = 256;
const SLOTS_OF_SEGMENT = 8192;
export const noneMet = (slots = SLOTS_OF_SEGMENT): Met => new Array<string | undefined>(slots).fill(undefined);

/** Adds the words of a span's JSON, in lower case. For the words of many spans, pass the same `met`. */
export function addWords(words: Set<string>, json: string, met = noneMet(SLOTS)): void {
  const searched = withInnerCharacters(json.slice(0, SEARCHED_CHARACTERS));
  if (isAscii(searched)) addAsciiWords(words, searched, met);
  else for (const run of runsIn(withoutEscapes(searched))) for (const word of wordsOf(run)) words.add(word);
}

const withInnerCharacters = (text: string): string =>
  text.includes("\\\\u")
    ? text.replace(INNER_CHARACTERS, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** After several backslashes, a letter is an escape of JSON within JSON or begins a word, as in a path: both are read. */
const withoutEscapes = (text: string): string =>
  text.replace(ESCAPES, (match: string, letter: string | undefined, rest: string | undefined) => {
    if (letter === undefined) return " ";
    return match.startsWith("\\\\") ? ` ${letter}${rest} ${rest}` : ` ${rest}`;
  });

/** The lower case of each ASCII letter, digit and underscore; 0 for what is in no word. */
const letters = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  return /\w/.test(letter) ? letter.toLowerCase().charCodeAt(0) : 0;
});
const BACKSLASH = 92;

/** The same for most texts, in half of the time. */
function addAsciiWords(words: Set<string>, text: string, met: Met): void {
  let start = 0;
  let hash = 0;
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : 0;
    const letter = letters[code] ?? 0;
    if (letter !== 0) {
      hash = Math.imul(hash ^ letter, 0x01000193);
      continue;
    }
    if (index > start && index - start <= MOST_LETTERS) {
      const slot = (hash ^ (hash >>> 16)) & (met.length - 1);
      if (!isWord(met[slot], text, start, index)) {
        const word = text.slice(start, index).toLowerCase();
        met[slot] = word;
        words.add(word);
      }
    }
    if (code === BACKSLASH) {
      const last = escapeEnd(text, index);
      if (last > index + 1 && text.charCodeAt(last) !== BACKSLASH) addRunAt(words, text, last);
      index = last;
    }
    start = index + 1;
    hash = 0;
  }
}

/** Whether `word` is this part of the text, in lower case. */
function isWord(word: string | undefined, text: string, start: number, end: number): boolean {
  if (word === undefined || word.length !== end - start) return false;
  for (let index = 0; index < word.length; index++)
    if (word.charCodeAt(index) !== letters[text.charCodeAt(start + index)]) return false;
  return true;
}

/** The last character of an escape that begins at `index`: of a word begins after it. */
function escapeEnd(text: string, index: number): number {
  let end = index + 1;
  while (text.charCodeAt(end) === BACKSLASH) end++;
  if (end === index + 1 && /^u[\da-f]{4}/.test(text.slice(end, end + 5))) return end + 4;
  return /[bfnrt]/.test(text.charAt(end)) ? end : end - 1;
}

/** As `withoutEscapes` reads it. */
function addRunAt(words: Set<string>, text: string, start: number): void {
  let end = start;
  while ((letters[text.charCodeAt(end)] ?? 0) !== 0) end++;
  if (end - start <= MOST_LETTERS) words.add(text.slice(start, end).toLowerCase());
}

const lowerCase = (text: string): string => (isAscii(text) ? text : text.normalize("NFC")).toLowerCase();

const runsIn = (text: string): readonly string[] => lowerCase(text).match(WORDS) ?? [];

/** Whether it is of a script without spaces, as a whole or in part: then it is two letters, or one that stands alone. */
export const isUnspaced = (word: string): boolean => !isAscii(word) && UNSPACED.test(word);

/** The words of a search that a text with this run has. */
function queryWordsOf(run: string): readonly string[] {
  if (!isUnspaced(run)) return run.length <= MOST_LETTERS ? [run] : [];
  const letters = [...run];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** The words by which a run is found: each letter of a script without spaces begins one. */
function wordsOf(run: string): readonly string[] {
  if (!isUnspaced(run)) return queryWordsOf(run);
  const spaced = run.match(SPACED) ?? [];
  return [...queryWordsOf(run), ...[...run].slice(-1), ...spaced.filter((word) => word.length <= MOST_LETTERS)];
}

/** A search: words that a span has, and the beginning of one more. */
export interface TextQuery {
  words: readonly string[];
  beginning: string | null;
}

/** The words of a search; null if it has none. The last one may be the beginning of a word. */
export function textQuery(search: string): TextQuery | null {
  const runs = runsIn(search).map((run) => (run.length <= MOST_LETTERS ? run : run.slice(0, MOST_LETTERS)));
  const last = runs.at(-1);
  if (last === undefined) return null;
  const isCut = /[\p{L}\p{N}\p{M}_]$/u.test(search) && (last.length > 1 || UNSPACED.test(last));
  const whole = (isCut ? runs.slice(0, -1) : runs).flatMap(queryWordsOf);
  const lastWords = isCut ? queryWordsOf(last) : [];
  return { words: [...whole, ...lastWords.slice(0, -1)], beginning: lastWords.at(-1) ?? null };
}

/** What is somewhere in the lower case of each text that has the words. */
export const partsOf = ({ words, beginning }: TextQuery): readonly string[] =>
  beginning === null ? words : [...words, beginning];

/** Whether a span's JSON has the words. */
export function hasWords(json: string, { words, beginning }: TextQuery): boolean {
  const own = new Set<string>();
  addWords(own, json);
  const hasBeginning = (first: string) => own.has(first) || [...own].some((word) => word.startsWith(first));
  // A letter of a script without spaces is rarely a word of its own.
  if (!words.every((word) => (isUnspaced(word) ? hasBeginning(word) : own.has(word)))) return false;
  return beginning === null || hasBeginning(beginning);
}

/** A mark may have merged with an escape before it, and a sigma depends on the letters beside it, which may be of an escape. */
const UNCERTAIN = /^\p{M}|[σς]/u;

/** What texts with the words have for certain. */
const certainPartsOf = (query: TextQuery) => partsOf(query).filter((part) => !UNCERTAIN.test(part));

/** Longer segments have a single span (lib/traces/segments/build.ts). */
const LONG_CHARACTERS = 5 * SEARCHED_CHARACTERS;

/** The text without what is not searched in its lines. */
const searchedPart = (text: string): string =>
  text.length <= LONG_CHARACTERS
    ? text
    : text
        .split("\n")
        .map((line) => line.slice(0, SEARCHED_CHARACTERS))
        .join("\n");

/** The numbers of the lines that, with their labels, may have the words: a quick look that leaves out most others. */
export function linesThatMayHave(text: string, query: TextQuery, labels: ReadonlyMap<number, string>): number[] {
  const parts = certainPartsOf(query);
  const lowerLabels = new Map([...labels].map(([number, label]) => [number, lowerCase(label)]));
  return lowerCase(withInnerCharacters(searchedPart(text)))
    .split("\n")
    .flatMap((line, number) =>
      parts.every((part) => line.includes(part) || lowerLabels.get(number)?.includes(part)) ? [number] : [],
    );
}

/** Whether a text may have one of the words. */
export function hasPart(text: string, query: TextQuery): boolean {
  const lower = lowerCase(text);
  const certain = certainPartsOf(query);
  return certain.length < partsOf(query).length || certain.some((part) => lower.includes(part));
}
