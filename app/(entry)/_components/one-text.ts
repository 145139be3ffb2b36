/** A query parameter of the URL; null if it is missing or repeated. */
export const oneText = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;
