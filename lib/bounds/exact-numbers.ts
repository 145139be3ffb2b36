// JSON whose numbers keep all their digits.

/** The JSON text, with each number that `isKept` and that a double cannot represent as the text of its digits. */
export function withExactNumbers(text: string, isKept: (token: string) => boolean = () => true): string {
  if (!MAY_BE_INEXACT.test(text)) return text;
  return text.replace(STRING_OR_NUMBER, (token) => (isKept(token) && isInexact(token) ? `"${token}"` : token));
}

/** A double is exact to fifteen digits; an exponent can exceed its range. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/;
// Linear only on valid JSON, where every string ends.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const isInexact = (token: string): boolean =>
  !token.startsWith('"') && canonicalNumber(token) !== canonicalNumber(String(Number(token)));

/** One spelling per JSON number: its significant digits and its power of ten. Takes time in proportion to its length. */
export function canonicalNumber(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  const significant = digits.slice(0, end);
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
