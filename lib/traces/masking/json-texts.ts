// The texts inside a text of JSON. Only they change: spaces, small numbers and the order of members stay as they were sent.
import { withExactNumbers } from "@/lib/bounds/exact-numbers";
import { storable } from "@/lib/bounds/storable";

export type Change = (text: string) => string;

/** The text of JSON with each string, name and long number in it changed; null if the text is not JSON with any of them. */
export function changedJson(json: string, change: Change): string | null {
  if (!isJson(json)) return null;
  // Of each open object its names so far; null for a list.
  const open: (Names | null)[] = [];
  let result = "";
  let written = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(json); match; match = TOKEN.exec(json)) {
    const [token] = match;
    if (token === "{" || token === "[") open.push(token === "{" ? new Map() : null);
    else if (token === "}" || token === "]") open.pop();
    else {
      const start = match.index;
      const end = token === '"' ? endOfString(json, start) : TOKEN.lastIndex;
      const names = token === '"' && isName(json, end) ? open.at(-1) : null;
      const other = changedToken(
        json.slice(start, end),
        names ? (text) => distinct(text, change(text), names) : change,
      );
      if (other !== null) {
        result += json.slice(written, start) + other;
        written = end;
      }
      TOKEN.lastIndex = end;
    }
  }
  return written === 0 ? json : result + json.slice(written);
}

export function isJson(text: string): boolean {
  if (!/^\s{0,100}[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    // A RangeError: it is nested too deep.
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}

const TOKEN = /[[\]{}"]|-?\d[\d.eE+-]*/g;
const COLON = /\s*:/y;

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

function isName(json: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(json);
}

/** The new token, or null if it stays as it is. */
function changedToken(token: string, change: Change): string | null {
  const text = token.startsWith('"') ? storable(String(JSON.parse(token))) : numberText(token);
  if (text === null || text === "") return null;
  const other = change(text);
  return other === text ? null : JSON.stringify(other);
}

/** Cards' numbers have more digits, so shorter numbers are figures. */
const LONG_NUMBER = 1_000_000_000;

/** The text of a long number. One that a double cannot hold is a text wherever JSON is read. */
function numberText(token: string): string | null {
  const text = longNumber(Number(token));
  return withExactNumbers(token) === token ? text : token;
}

export const longNumber = (number: number): string | null =>
  Number.isSafeInteger(number) && Math.abs(number) >= LONG_NUMBER ? String(number) : null;

/** For each new name of an object's members, the old ones with their numbers. */
export type Names = Map<string, Map<string, number>>;

/** A member's new name. If another name of the object became the same, it gets a number. */
export function distinct(name: string, other: string, taken: Names): string {
  const names = taken.get(other) ?? new Map<string, number>();
  taken.set(other, names);
  const number = names.get(name) ?? names.size + 1;
  names.set(name, number);
  return number === 1 ? other : `${other} ${number}`;
}
