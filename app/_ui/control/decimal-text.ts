const MARK = /[.,，．٫]/g;

/** Groups of three digits, as a whole number with several groups or with decimals has them. */
const thousands = {
  ".": /^[^\d.,]?[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d*)?)$/,
  // One group without decimals is read as decimals: the page itself writes 2.125.
  ",": /^[^\d.,]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d*|(?:\.\d{3}){2,})$/,
};

/**
 * A number as somebody typed or pasted it, with the decimal point of the browser's language. A point and a comma both
 * begin the decimals, so that 1,5 is never 15. Null if it has more of them than a number can have.
 */
export function decimalText(typed: string, point: string): string | null {
  const text = typed.replaceAll(/\s/g, "").replaceAll(/(?<=\d)['’](?=\d)/g, "");
  const isComma = point === ",";
  if (thousands[isComma ? "," : "."].test(text)) return text.replaceAll(isComma ? "." : ",", "").replace(MARK, point);
  return (text.match(MARK)?.length ?? 0) > 1 ? null : text.replace(MARK, point);
}

/** Minus and plus, in any form. The first of each is that of JavaScript. */
const MINUS = "-−－‒–—﹣";
const SIGN = `[${MINUS}+＋﹢]?`;
/** The digits that the field's parser knows. */
const DIGIT = "[0-9٠-٩۰-۹０-９零〇一二三四五六七八九٬]";
/** Of any other text, the parser would read the beginning, and the rest would be lost: 2½ as 2. */
const PLAIN = new RegExp(`^${SIGN}${DIGIT}+(?:[.,，．٫]${DIGIT}*)?$|^${SIGN}[.,，．٫]${DIGIT}+$`);
const BEGUN = new RegExp(`^${SIGN}[.,，．٫]?$`);

/** Whether a text may become a number with its next character. */
export const isBegun = (text: string): boolean => BEGUN.test(text.trim());

export interface Typed {
  text: string;
  /** Whether its point was typed as a comma, in a browser whose decimals begin with a point. */
  hasComma: boolean;
  /** For a text that the field's parser cannot read: the number that it is, such as 1000 of 1e3; null if it is none. */
  number?: number | null;
}

const GROUPED = /^[^\d.,]?[1-9]\d*\.\d{3}$/;

/**
 * A number while it is typed, key by key, or pasted. A comma becomes the point at once. If three digits follow it, it was
 * of thousands: 1,5 stays 1.5, and 1,500 becomes 1500. A text that is not a number stays as it is.
 */
export function typedText(typed: string, before: Typed, point: string): Typed {
  const read = decimalText(typed, point);
  if (read === "") return { text: read, hasComma: false };
  // Languages that run from right to left have signs around a minus.
  if (read === null || !PLAIN.test(read.replaceAll(/\p{Cf}/gu, "")))
    return { text: typed, hasComma: false, number: numberIn(read) };
  const hasComma = point === "." && read.includes(".") && (/[,，]/.test(typed) || continues(typed, before));
  return hasComma && GROUPED.test(read) ? { text: read.replace(".", ""), hasComma: false } : { text: read, hasComma };
}

/** A number in another form, such as 1e3. */
function numberIn(read: string | null): number | null {
  const number = Number(read?.replaceAll(new RegExp(`[${MINUS}]`, "g"), "-").replace(MARK, ".") ?? Number.NaN);
  return read !== null && !isBegun(read) && Number(digitsOf(number, ".")) === number ? number : null;
}

/** All digits of a number, as the field's parser reads them; nothing for null. */
export const digitsOf = (number: number | null, point: string): string =>
  number === null
    ? ""
    : number.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 }).replace(".", point);

/** Whether one key has changed the end of a text with a comma: what else changes a text may bring another point. */
const continues = (typed: string, { text, hasComma }: Typed): boolean =>
  hasComma &&
  Math.abs(typed.length - text.length) === 1 &&
  (typed.startsWith(text) || text.startsWith(typed)) &&
  !typed.endsWith(".");
