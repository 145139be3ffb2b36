/** A dollar amount as text. Amounts below one dollar show up to six digits. */
export function usdText(usd: number): string {
  const size = Math.abs(usd);
  const digits = size > 0 && size < 1 ? 6 : 2;
  const text = size.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: digits });
  return `${usd < 0 ? "−" : ""}$${text}`;
}
