/** What an address says of a screen. The server and the browser read it alike. */
export type Get = (name: string) => string | undefined;

/** The API's own bound. */
const MOST_PAGES = 1_000_000;

/** A page's number from an address; 1 when there is none. */
export const pageOf = (text: string | undefined): number =>
  Math.min(MOST_PAGES, Math.max(1, Number.parseInt(text ?? "1", 10) || 1));

/** A value of a closed set from an address; undefined when it is none of them. */
export const oneOf = <V extends string>(values: readonly V[], text: string | undefined): V | undefined =>
  values.find((value) => value === text);
