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

/** Whether a pasted text has nothing but a number's signs. */
export const isPlainNumber = (text: string): boolean => /^[\s\d.,，．٫'’+\-−]*$/.test(text);

export interface Typed {
  text: string;
  /** Whether its point was typed as a comma, in a browser whose decimals begin with a point. */
  hasComma: boolean;
}

const GROUPED = /^[^\d.,]?[1-9]\d*\.\d{3}$/;

/**
 * A number while it is typed, key by key. A comma becomes the point at once. If three digits follow it, it was of
 * thousands: 1,5 stays 1.5, and 1,500 becomes 1500. In India two digits may follow, before the next comma. Null if the
 * text cannot be a number.
 */
export function typedText(typed: string, before: Typed, point: string): Typed | null {
  if (point !== ".") return withoutComma(decimalText(typed, point));
  const text = before.hasComma ? typed.replace(/^([^\d.,]?\d+)\.(\d{2,3}),$/, "$1$2,") : typed;
  const read = decimalText(text, point);
  if (read === null || !read.includes(".")) return withoutComma(read);
  const hasComma = /[,，]/.test(text) || (before.hasComma && before.text.includes("."));
  return hasComma && GROUPED.test(read) ? withoutComma(read.replace(".", "")) : { text: read, hasComma };
}

const withoutComma = (text: string | null): Typed | null => (text === null ? null : { text, hasComma: false });
