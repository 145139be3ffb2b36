// The one JSON object in a model's text.
import { parseStorable } from "@/lib/bounds/storable";
import { isRecord } from "@/lib/records";

const THOUGHT = "<think>";
const END_OF_THOUGHT = "</think>";

/**
 * The only object in the text, or the only one with this member, after the thought that the text may begin with. Prose
 * around it may have braces of its own. Null if there is none, or if there are several, or if braces that are not JSON
 * name the member: they may be the verdict, and an object elsewhere an echo of what was judged. It takes linear time:
 * what is within an object, or in braces that are not JSON, is not looked at again.
 */
export function objectIn(text: string, member: string): Record<string, unknown> | null {
  const answer = withoutThought(text);
  const found: Record<string, unknown>[] = [];
  for (let from = answer.indexOf("{"); from >= 0; ) {
    const end = endOf(answer, from);
    // An answer that was cut off leaves the verdict open.
    if (end < 0) return null;
    const braces = answer.slice(from, end);
    const value = objectOf(braces);
    if (value) found.push(value);
    else if (braces.includes(member)) return null;
    from = answer.indexOf("{", end);
  }
  const expected = found.filter((value) => Object.hasOwn(value, member));
  const [only = null, ...others] = expected.length > 0 ? expected : found;
  return others.length > 0 ? null : only;
}

function withoutThought(text: string): string {
  const answer = text.trimStart();
  if (!answer.startsWith(THOUGHT)) return answer;
  const end = answer.indexOf(END_OF_THOUGHT);
  return end < 0 ? "" : answer.slice(end + END_OF_THOUGHT.length);
}

/** Behind the brace that closes the one at `from`, where texts in quotes count as JSON's; -1 if none does. */
function endOf(text: string, from: number): number {
  // A text that is not closed goes to the end, so that it is read once.
  const signs = /[{}]|"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)/gs;
  signs.lastIndex = from;
  let depth = 0;
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    depth += Number(sign[0] === "{") - Number(sign[0] === "}");
    if (depth === 0) return signs.lastIndex;
  }
  return -1;
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value = parseStorable(text);
    return isRecord(value) ? value : null;
  } catch (error) {
    // A RangeError: it is nested too deep.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}
