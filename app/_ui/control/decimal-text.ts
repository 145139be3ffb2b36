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

/**
 * Whether the browser pastes a text, which is then read as if it was typed: a plain number, and one whose digits are
 * grouped, since Base UI stops at a separator. A group before a unit is not taken.
 */
export const isPastedHere = (text: string): boolean =>
  /^[\s\d.,，．٫'’+\-−]*$/.test(text) || /\d[\s,，'’]+\d/.test(text);

export interface Typed {
  text: string;
  /** Whether its point was typed as a comma, in a browser whose decimals begin with a point. */
  hasComma: boolean;
}

const GROUPED = /^[^\d.,]?[1-9]\d*\.\d{3}$/;

/**
 * A number while it is typed, key by key. A comma becomes the point at once. If three digits follow it, it was of
 * thousands: 1,5 stays 1.5, and 1,500 becomes 1500. Null if the text cannot be a number.
 */
export function typedText(typed: string, before: Typed, point: string): Typed | null {
  const read = decimalText(typed, point);
  if (read === null) return null;
  const hasComma = point === "." && read.includes(".") && (/[,，]/.test(typed) || continues(typed, before));
  return hasComma && GROUPED.test(read) ? { text: read.replace(".", ""), hasComma: false } : { text: read, hasComma };
}

/** Whether one key has changed the end of a text with a comma: what else changes a text may bring another point. */
const continues = (typed: string, { text, hasComma }: Typed): boolean =>
  hasComma &&
  Math.abs(typed.length - text.length) === 1 &&
  (typed.startsWith(text) || text.startsWith(typed)) &&
  !typed.endsWith(".");
