// What a reader sees as one character may be several in a text: 𠮷, a letter with its accent, a family of emoji.

/** Null in browsers without it, such as Firefox before 125. */
const graphemes = "Segmenter" in Intl ? new Intl.Segmenter() : null;

/** The first character that a reader sees; empty for an empty text. */
export const initialOf = (text: string): string => graphemes?.segment(text).containing(0)?.segment ?? text.charAt(0);

/** The beginning of a text, at most so long, which ends between two characters that a reader sees. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  // Beyond this, one "character" is a heap of accents.
  const end = graphemes?.segment(text.slice(0, most + 64)).containing(most)?.index;
  return end ? text.slice(0, end) : text.slice(0, most).toWellFormed();
}
