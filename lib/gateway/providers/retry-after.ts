const CEILING_SECONDS = 3600;

/**
 * The seconds in a Retry-After header, which are a number or an HTTP date; whatever else says nothing. At most an hour,
 * and 0 for a date that is past.
 */
export function retryAfterIn(header: string | undefined): number | null {
  const text = header?.trim() ?? "";
  const isSeconds = /^\d+(\.\d+)?$/.test(text);
  // An HTTP date begins with a weekday; Date.parse also reads other texts.
  if (!isSeconds && !/^[a-z]/i.test(text)) return null;
  const seconds = isSeconds ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), CEILING_SECONDS) : null;
}
