/** At most `most` characters of a text that somebody else has written. */
export const excerpt = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`.toWellFormed();
