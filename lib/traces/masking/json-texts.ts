// The texts inside a text of JSON. Only they change: spaces, small numbers and the order of members stay as they were sent.
import { withExactNumbers } from "@/lib/bounds/exact-numbers";
import { storable } from "@/lib/bounds/storable";
import type { Breaks } from "@/lib/bounds/turn";

/** A string, a name or a long number in a text of JSON. */
export interface Token {
  start: number;
  end: number;
  text: string;
  /** Of a name its object's number; null for a value. */
  object: number | null;
}

/** The tokens of a text of JSON. Their texts are also added to `texts`. */
export async function readTokens(json: string, texts: Set<string>, breaks: Breaks): Promise<Token[]> {
  const tokens: Token[] = [];
  // Of each open object its number; null for a list.
  const open: (number | null)[] = [];
  let objects = 0;
  let end = 0;
  for (let match = nextToken(json, 0); match; match = nextToken(json, end)) {
    const [token] = match;
    end = match.index + token.length;
    if (token === "{" || token === "[") open.push(token === "{" ? objects++ : null);
    else if (token === "}" || token === "]") open.pop();
    else {
      const start = match.index;
      if (token === '"') end = endOfString(json, start);
      const text = textOf(json.slice(start, end));
      if (text !== null && text !== "") {
        const object = token === '"' && isName(json, end) ? (open.at(-1) ?? null) : null;
        tokens.push({ start, end, text, object });
        texts.add(text);
      }
    }
    if (breaks.isDue()) await breaks.take();
  }
  return tokens;
}

/** The text of JSON with each of its tokens changed. */
export async function withTokens(
  json: string,
  tokens: readonly Token[],
  change: (text: string) => string,
  breaks: Breaks,
): Promise<string> {
  const names = new Map<number, Names>();
  let result = "";
  let written = 0;
  for (const { start, end, text, object } of tokens) {
    let other = change(text);
    if (object !== null) {
      const taken: Names = names.get(object) ?? new Map();
      names.set(object, taken);
      other = distinct(text, other, taken);
    }
    if (other !== text) {
      result += json.slice(written, start) + JSON.stringify(other);
      written = end;
    }
    if (breaks.isDue()) await breaks.take();
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

/** Of numbers only those that can be long or inexact: ten digits before the point, sixteen in all, or an exponent. */
const TOKEN = /[[\]{}"]|(?<![\d.eE+-])-?(?:\d{10}|[\d.]{16}|[\d.]{1,15}[eE])[\d.eE+-]*/g;
const COLON = /\s*:/y;

function nextToken(json: string, from: number): RegExpExecArray | null {
  TOKEN.lastIndex = from;
  return TOKEN.exec(json);
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

function isName(json: string, end: number): boolean {
  COLON.lastIndex = end;
  return COLON.test(json);
}

function textOf(token: string): string | null {
  if (!token.startsWith('"')) return numberText(token);
  return storable(token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1));
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
