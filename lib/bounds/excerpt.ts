/** The first `most` characters of a text. Half of a surrogate pair becomes U+FFFD, because PostgreSQL's JSON refuses it. */
export const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/** The same of a text that somebody else has written, with an ellipsis. */
export const excerpt = (text: string, most: number): string => (text.length <= most ? text : `${cut(text, most - 1)}…`);
