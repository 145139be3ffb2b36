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
  const text = typed.replaceAll(/\s/g, "");
  const isComma = point === ",";
  if (thousands[isComma ? "," : "."].test(text)) return text.replaceAll(isComma ? "." : ",", "").replace(MARK, point);
  return (text.match(MARK)?.length ?? 0) > 1 ? null : text.replace(MARK, point);
}
