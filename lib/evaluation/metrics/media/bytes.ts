import type { MetricInput } from "../metric-input";
import { Unscored } from "../unscored";

/** The most base64 characters of one image or recording: six megabytes. */
const MAX_MEDIA = 8_000_000;

/**
 * The bytes of a data URL or of base64. Throws `Unscored` for anything else, including addresses, which are not
 * fetched.
 */
export function bytesOf(input: MetricInput, key: string): Uint8Array {
  const text = input.text(key, MAX_MEDIA).trim();
  if (text === "") throw new Unscored(`${key} is empty.`);
  if (/^https?:/i.test(text)) throw new Unscored(`${key} is an address; give the file as a data URL or in base64.`);
  const comma = text.startsWith("data:") ? text.slice(0, 200).indexOf(",") : -1;
  if (text.startsWith("data:") && !/;base64$/i.test(text.slice(0, Math.max(0, comma))))
    throw new Unscored(`${key} is a data URL that is not in base64.`);
  const encoded = text.slice(comma + 1).replaceAll(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) throw new Unscored(`${key} is neither a data URL nor base64.`);
  return Buffer.from(encoded, "base64");
}
