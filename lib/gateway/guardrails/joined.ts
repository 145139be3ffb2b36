// Texts that follow one another, read as one: what is split over two parts or messages is found where they meet.
import type { Finding, Passage } from "./finding";

/** A piece of a passage within a strip. */
interface Piece {
  passage: number;
  /** Where it begins in the passage. */
  from: number;
  /** Where it lies in the strip. */
  start: number;
  end: number;
}

/** Ends and beginnings of passages as one text. */
export interface Strip {
  text: string;
  pieces: readonly Piece[];
}

/** Between pieces: nothing, for what goes on; and a space, for the next word. */
const JOINTS = ["", " "];

/** Of an image or a file, which interrupts nothing. */
const ADDRESS = /^[a-z][a-z\d+.-]{0,20}:\/\/\S+$/i;

/** Where neighbours meet, with so many characters of each. A passage that is not longer goes on into the next. */
export function stripsOf(passages: readonly Passage[], width: number): Strip[] {
  const said = passages.flatMap(({ isContent, text }, passage) =>
    isContent && text !== "" && !ADDRESS.test(text) ? [{ passage, text }] : [],
  );
  if (said.length < 2) return [];
  return JOINTS.flatMap((joint) => {
    const strips: Strip[] = [];
    let [text, pieces]: [string, Piece[]] = ["", []];
    const add = (passage: number, from: number, words: string): void => {
      if (pieces.length > 0) text += joint;
      pieces.push({ passage, from, start: text.length, end: text.length + words.length });
      text += words;
    };
    for (const { passage, text: words } of said) {
      if (words.length <= width) {
        add(passage, 0, words);
        continue;
      }
      add(passage, 0, words.slice(0, width));
      if (pieces.length > 1) strips.push({ text, pieces });
      [text, pieces] = ["", []];
      add(passage, words.length - width, words.slice(-width));
    }
    if (pieces.length > 1) strips.push({ text, pieces });
    return strips;
  });
}

/** What a finding in a strip is in its passages; nothing where it lies within one. */
export function acrossPassages({ pieces }: Strip, finding: Finding): { passage: number; finding: Finding }[] {
  const touched = pieces.filter(({ start, end }) => finding.start < end && finding.end > start);
  if (touched.length < 2) return [];
  return touched.map(({ passage, from, start, end }, at) => ({
    passage,
    finding: {
      kind: finding.kind,
      start: from + Math.max(finding.start, start) - start,
      end: from + Math.min(finding.end, end) - start,
      ...(at > 0 ? { isRest: true as const } : {}),
    },
  }));
}
