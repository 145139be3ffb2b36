import type { Ordering } from "@/lib/contracts/names";

/** Reads a parameter of a screen's address. The server and the browser use the same parsing. */
export type Get = (name: string) => string | undefined;

/** The API's own limit. */
const MOST_PAGES = 1_000_000;

/** The page number in an address; 1 if it has none. */
export const pageOf = (text: string | undefined): number =>
  Math.min(MOST_PAGES, Math.max(1, Number.parseInt(text ?? "1", 10) || 1));

/** The order in an address: one of the names, or with a minus in front. */
export function orderOf<Name extends string>(
  names: readonly Name[],
  text: string | undefined,
): Ordering<Name> | undefined {
  const name = oneOf(names, text?.replace(/^-/, ""));
  return name && (text?.startsWith("-") ? `-${name}` : name);
}

/** The address's value if it is one of `values`, else undefined. */
export const oneOf = <V extends string>(values: readonly V[], text: string | undefined): V | undefined =>
  values.find((value) => value === text);
