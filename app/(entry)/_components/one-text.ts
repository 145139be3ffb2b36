/** An address' parameter; null when it is missing or stands there twice. */
export const oneText = (value: string | string[] | undefined): string | null =>
  typeof value === "string" ? value : null;
