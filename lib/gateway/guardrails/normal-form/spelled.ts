// Words that are spelled out: s e c r e t, s.e.c.r.e.t.
import { isPlainAscii } from "./clean";
import { Rewriting, type View } from "./view";

const SPELLED = /(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}\p{M}]{1,4}\p{L}(?![\p{L}\p{N}\p{M}])){2,}/gu;
/** The same for ASCII, which is faster. */
const SPELLED_IN_ASCII = /(?<![A-Za-z\d])[A-Za-z](?:[^A-Za-z\d]{1,4}[A-Za-z](?![A-Za-z\d])){2,}/g;
/** Whether there may be any: two single letters beside one another. A test that costs less. */
const MAY_SPELL = /(?:^|[^A-Za-z\d])[^\W\d_][^A-Za-z\d]{1,4}[^\W\d_](?![A-Za-z\d])/;
const LETTERS = /\p{L}/gu;

interface Spelling {
  /** The text with spelled words put together; wider gaps are between words. */
  words: View;
  /** The spelled-out letters alone, one line each. */
  letters: View;
}

export function spelledOut(view: View): Spelling | null {
  const { text } = view;
  const isAscii = isPlainAscii(text);
  if (isAscii && !MAY_SPELL.test(text)) return null;
  const words = new Rewriting(text);
  const letters = new Rewriting(text);
  let copied = 0;
  for (const { 0: run, index } of text.matchAll(isAscii ? SPELLED_IN_ASCII : SPELLED)) {
    const at = Array.from(run.matchAll(LETTERS), (letter) => ({ text: letter[0], index: letter.index }));
    const gaps = at.slice(1).map((letter, before) => letter.index - (at[before]?.index ?? 0));
    const least = Math.min(...gaps.slice(0, 1000));
    words.copy(copied, index);
    for (const [number, letter] of at.entries()) {
      const start = index + letter.index;
      if (number > 0 && (gaps[number - 1] ?? 0) > least) words.put(" ", start);
      words.copy(start, start + letter.text.length);
      letters.copy(start, start + letter.text.length);
    }
    copied = index + run.length;
    letters.put("\n", copied);
  }
  if (copied === 0) return null;
  words.copy(copied, text.length);
  return { words: words.view(view), letters: letters.view(view) };
}
