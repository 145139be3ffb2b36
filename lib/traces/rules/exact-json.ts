import { withExactNumbers } from "@/lib/bounds/exact-numbers";
import { parseStorable } from "@/lib/bounds/storable";

/**
 * The value of a JSON text. A number that a double cannot represent becomes the text of its digits:
 * `12345678901234567890`, `1e400`. Throws a SyntaxError if the text is not JSON, and a RangeError if it is nested too
 * deep.
 */
export function parseExactJson(text: string): unknown {
  const value = parseStorable(text);
  const exact = withExactNumbers(text);
  return exact === text ? value : parseStorable(exact);
}
