// All possible readings of a text. Most texts are plain ASCII and have only one.
import { bare, clean, isPlainAscii, seenLength } from "./clean";
import { base64Parts, openEscape, openToken, taggedParts, withoutEscapes } from "./encodings";
import { skeletonOf, withoutLookAlikes } from "./look-alikes";
import { spelledOut } from "./spelled";
import { asWritten, type View } from "./view";

export interface Readings {
  /** The whole text, as it is written first. */
  whole: readonly View[];
  /** The letters of spelled words alone. */
  letters: readonly View[];
  /** The decoded parts. */
  decoded: readonly View[];
}

/** Text that is encoded twice is decoded; deeper encodings are not. */
const DEPTH = 2;

function readingsTo(depth: number, written: View): Readings {
  const unescaped = withoutEscapes(written);
  const isAscii = isPlainAscii(unescaped.text);
  const plain = isAscii ? unescaped : withoutLookAlikes(clean(unescaped));
  const simple = isAscii ? plain : bare(plain);
  const spelling = spelledOut(simple);
  const parts = depth > 0 ? [base64Parts(plain), taggedParts(unescaped)] : [];
  const inside = parts.flatMap((part) => (part ? [readingsTo(depth - 1, part)] : []));
  return {
    whole: [...new Set([written, plain, simple, ...(spelling ? [spelling.words] : [])])],
    letters: [...(spelling ? [spelling.letters] : []), ...inside.flatMap(({ letters }) => letters)],
    decoded: inside.flatMap(({ whole, decoded }) => [...whole, ...decoded]),
  };
}

const known = new WeakMap<{ text: string }, Readings>();

/** A long text is read in parts, between which others are served. */
export interface TextChunk {
  text: string;
  /** Where it begins in the text. */
  from: number;
}
const PART = 65_536;
/** Parts overlap by this many visible characters, and reach back at most the length of a part. */
const OVERLAP = 8_192;

const cut = new WeakMap<{ text: string }, TextChunk[]>();

export function partsOf(passage: { text: string }): readonly TextChunk[] {
  const known = cut.get(passage);
  if (known) return known;
  const { text } = passage;
  const parts: TextChunk[] = [];
  for (let end = 0; end < text.length || parts.length === 0; ) {
    let overlap = Math.min(end, OVERLAP);
    while (overlap < Math.min(end, PART) && seenLength(text.slice(end - overlap, end)) < OVERLAP) overlap *= 2;
    const from = Math.max(0, end - overlap);
    end = Math.min(text.length, end + PART);
    parts.push({ text: text.slice(from, end), from });
  }
  cut.set(passage, parts);
  return parts;
}

/** The readings of a text, made once. */
export function readingsOf(passage: { text: string }): Readings {
  const made = known.get(passage) ?? readingsTo(DEPTH, asWritten(passage.text));
  known.set(passage, made);
  return made;
}

/** A text as rules compare it: in its normal form, without marks. */
export const simpleText = (text: string): string => bare(withoutLookAlikes(clean(asWritten(text)))).text;

/** Other ways to write a phrase: without invisible characters, and in look-alikes. */
export const spellingsOf = (phrase: string): { plain: string; alike: string } => {
  const plain = clean(asWritten(phrase)).text;
  return { plain, alike: skeletonOf(plain) };
};

/** Up to where a text that grows can be decided of, if so much of every reading has to be seen behind it. */
export function settledUpTo(text: string, reach: number): number {
  const known = text.slice(0, openEscape(text));
  const ends = readingsTo(0, asWritten(known)).whole.map((view) =>
    view.text.length <= reach ? 0 : view.start(view.text.length - reach),
  );
  return Math.min(openToken(text), ...ends);
}
