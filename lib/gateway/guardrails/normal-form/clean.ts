// Characters in one form each: NFKC, without invisible ones; ASCII for every digit, dash and space. Then without marks.
import { letterLike } from "./look-alikes";
import { rewritten, type View } from "./view";

const ASCII = /^[\t-\r\x20-\x7e]*$/;
export const isPlainAscii = (text: string): boolean => ASCII.test(text);

// Invisible: default-ignorable characters (soft hyphens, zero-width characters, variation selectors, directions), and
// control characters that are not white space.
const UNSEEN = "\\p{Default_Ignorable_Code_Point}\\0-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f";
const unseenOrMark = new RegExp(`[${UNSEEN}\\p{M}]+`, "gu");
/** How much of a text is seen, marks not counted. */
export const seenLength = (text: string): number => text.replaceAll(unseenOrMark, "").length;
const unseen = new RegExp(`[${UNSEEN}]+`, "gu");
/** Characters with an ASCII form that NFKC does not know: digits, dashes, spaces, letters and digits in circles and squares. */
const SPECIAL =
  "\\p{Nd}\\p{Pd}\\p{Z}\\u02d7\\u2043\\u2212\\u2800\\u0085\\u2776-\\u277e\\u2780-\\u2788\\u278a-\\u2792\\u24f5-\\u24fd\\u24ff\\u{1f150}-\\u{1f169}\\u{1f170}-\\u{1f189}\\u{1f1e6}-\\u{1f1ff}";
/** What NFKC treats as one: a character and its marks; syllables and voiced letters that are written in parts. */
const clusters = new RegExp(
  `[\\u1100-\\u11ff\\uffa0-\\uffdc]+|[\\uff66-\\uff9f]+|[^${UNSEEN}\\p{M}][${UNSEEN}\\p{M}]+|[${UNSEEN}]+|(?=[^\\0-\\x7f])[${SPECIAL}\\p{Changes_When_NFKC_Casefolded}]`,
  "gu",
);
/** The same for a text in which no characters combine. */
const singles = new RegExp(
  `[\\u1100-\\u11ff\\uffa0-\\uffdc]+|[\\uff66-\\uff9f]+|(?=[^\\0-\\x7f])[${SPECIAL}\\p{Changes_When_NFKC_Casefolded}]`,
  "gu",
);
const MAY_CLUSTER = new RegExp(`[${UNSEEN}\\p{M}]`, "u");
const special = new RegExp(`(?=[^\\0-\\x7f])[${SPECIAL}]`, "gu");
const IS_SPECIAL = new RegExp(special.source, "u");

/** Every decimal digit as its ASCII digit: digits lie in rows of sixteen, from the row's first place or its seventh. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const isFromFirst = /\p{Nd}/u.test(String.fromCodePoint(code - (code % 16)));
  return String((code % 16) - (isFromFirst ? 0 : 6));
}

/** Letters and digits in circles and squares that NFKC does not change: the start of each row, and its first character. */
const enclosed: readonly (readonly [first: number, last: number, from: string])[] = [
  [0x2776, 0x277e, "1"],
  [0x2780, 0x2788, "1"],
  [0x278a, 0x2792, "1"],
  [0x24f5, 0x24fd, "1"],
  [0x24ff, 0x24ff, "0"],
  [0x1f150, 0x1f169, "A"],
  [0x1f170, 0x1f189, "A"],
  [0x1f1e6, 0x1f1ff, "A"],
];

function plainOf(character: string): string {
  if (character >= " " && character <= "~") return character;
  if (/\p{Nd}/u.test(character)) return digitOf(character);
  if (/[\p{Pd}\u02d7\u2043\u2212]/u.test(character)) return "-";
  if (/[\u2028\u2029\u0085]/.test(character)) return "\n";
  if (/[\p{Z}\u2800]/u.test(character)) return " ";
  const code = character.codePointAt(0) ?? 0;
  const row = enclosed.find(([first, last]) => code >= first && code <= last);
  return row ? String.fromCharCode(row[2].charCodeAt(0) + code - row[0]) : character;
}

const cleanCluster = (cluster: string): string =>
  cluster.replaceAll(unseen, "").normalize("NFKC").replaceAll(special, plainOf);

/** Without invisible characters, and each character in its plain form. Marks that belong to letters stay. */
export function clean(view: View): View {
  const { text } = view;
  const hasClusters = MAY_CLUSTER.test(text);
  if (!hasClusters && !IS_SPECIAL.test(text) && text.normalize("NFKC") === text) return view;
  return rewritten(view, hasClusters ? clusters : singles, cleanCluster);
}

// Marks of no script of their own, marks on what has none, and Latin letters that are more than a letter of the alphabet.
const marked = /(?=[^\0-\x7f])\p{Script=Latin}|(?<=[\0-\x7f\p{Script=Latin}])\p{M}+|\p{Script=Inherited}+/gu;

const HAS_MARKS = /\p{M}/u;
/** Latin letters by their blocks, for a text without marks. */
const latin = /[\u00aa-\u02ff\u1d00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/g;

const bareLetter = (match: string): string => {
  const letter = match.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return letterLike(letter) ?? letter;
};

/** Latin letters without their marks, and all else without marks that any script may have. */
export const bare = (view: View): View => rewritten(view, HAS_MARKS.test(view.text) ? marked : latin, bareLetter);
