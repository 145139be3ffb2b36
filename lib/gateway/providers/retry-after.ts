import { recordsIn, textIn } from "@/lib/records";

const CEILING_SECONDS = 3600;
const NUMBER = /^\d+(\.\d+)?$/;

/**
 * The seconds after which a server wants to be asked again: `retry-after-ms`, as OpenAI and Azure send it, or Retry-After
 * as a number or an HTTP date; whatever else says nothing. At most an hour, and 0 for a date that is past.
 */
export function retryAfterIn(headers: Readonly<Record<string, string | undefined>>): number | null {
  const milliseconds = headers["retry-after-ms"]?.trim() ?? "";
  if (NUMBER.test(milliseconds)) return Math.min(Number(milliseconds) / 1000, CEILING_SECONDS);
  const text = headers["retry-after"]?.trim() ?? "";
  const isSeconds = NUMBER.test(text);
  // An HTTP date begins with a weekday; Date.parse also reads other texts.
  if (!isSeconds && !/^[a-z]/i.test(text)) return null;
  const seconds = isSeconds ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), CEILING_SECONDS) : null;
}

/** The same from the details of Google's error, which says it nowhere else: a text such as `37s`. */
export function retryDelayIn(details: unknown): number | null {
  for (const { retryDelay } of recordsIn(details)) {
    const text = textIn(retryDelay);
    const number = text.slice(0, -1);
    if (text.endsWith("s") && NUMBER.test(number)) return Math.min(Number(number), CEILING_SECONDS);
  }
  return null;
}
