/** The first `most` characters of a text. Half of a surrogate pair becomes U+FFFD, because PostgreSQL's JSON refuses it. */
export const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/** The same of a text that somebody else has written, with an ellipsis. */
export const excerpt = (text: string, most: number): string => (text.length <= most ? text : `${cut(text, most - 1)}…`);

/** An excerpt that ends with a whole word, unless one word fills half of it. */
export function excerptOfWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf(" ", most - 1);
  return end < most / 2 ? excerpt(text, most) : `${cut(text, end).trimEnd()}…`;
}
