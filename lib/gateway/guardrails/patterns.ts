// Patterns: our own, which are written so that they take time in proportion to the text, and those of configurations, which
// an engine runs that cannot do otherwise.
import { RE2JS, RE2JSException } from "re2js";
import type { Finder, Finding } from "./finding";
import { RuleFlaw } from "./rule-flaw";

/** One of our own: bounded repetitions only, so that `longest` holds and no text can stall it. */
export interface Pattern {
  /** With the flag `g`; if there is a group named `found`, only it counts. */
  expression: RegExp;
  /** Characters that a match spans at most, with those around it that the expression looks at. */
  longest: number;
  /** Characters after which a match is certain, though it may go on. */
  certain?: number;
  /** Whether a match is valid. */
  holds?: (text: string) => boolean;
  /**
   * Of a number that others beside it may be taken for a part of. If a match does not hold, its groups of digits and letters
   * are tried for one that does. This is stricter than `holds`, because any two groups may be neighbours. `begin` is cheap.
   */
  amongOthers?: { begin: RegExp; holds: (text: string) => boolean };
}

/** Of one text; more of them change nothing. */
const MAX_FINDINGS = 10_000;

const finderOf =
  (kind: string, { expression, holds, amongOthers }: Pattern): Finder =>
  (text) => {
    const found: Finding[] = [];
    const add = (start: number, end: number): void => void found.push({ kind, start, end });
    // Up to here, matches begin within one that does not hold.
    let doubtful = 0;
    expression.lastIndex = 0;
    for (let match = expression.exec(text); match && found.length < MAX_FINDINGS; match = expression.exec(text)) {
      const words = match.groups?.found ?? match[0];
      const start = match.index + match[0].lastIndexOf(words);
      const isValid = start < doubtful ? amongOthers?.holds : holds;
      if (!isValid || isValid(words)) add(start, start + words.length);
      else if (amongOthers) {
        const end = amongOthers.begin.test(words) ? shorterEnd(text, start, words, amongOthers.holds) : null;
        if (end !== null) add(start, end);
        doubtful = Math.max(doubtful, start + words.length);
        expression.lastIndex = end ?? start + firstGroupOf(words);
      }
    }
    return found;
  };

/** Where a number ends that begins an invalid match, at the end of one of its groups. The longest is the first to be tried. */
function shorterEnd(text: string, start: number, words: string, isValid: (text: string) => boolean): number | null {
  const ends = [...words.matchAll(/[A-Za-z0-9]+/g)].map(({ 0: group, index }) => index + group.length);
  for (const length of ends.slice(0, -1).toReversed()) {
    const end = start + length;
    if (!/^(?:[\w-]|\.\d)/.test(text.slice(end, end + 2)) && isValid(words.slice(0, length))) return end;
  }
  return null;
}

const firstGroupOf = (words: string): number => /^[^A-Za-z0-9]*[A-Za-z0-9]+/.exec(words)?.[0].length ?? words.length;

export const finders = (patterns: readonly (readonly [kind: string, pattern: Pattern])[]): Finder[] =>
  patterns.map(([kind, pattern]) => finderOf(kind, pattern));

/** What has to be seen to know of one finding; all of it where it is to be altered. */
export const reachOf = (patterns: readonly Pattern[], isAltered: boolean): number =>
  Math.max(0, ...patterns.map(({ longest, certain }) => (isAltered ? longest : (certain ?? longest))));

/** Instructions of a compiled pattern: each may cost a step a character. */
const MAX_PROGRAM = 500;
const REMEMBERED = 1_000;
const compiled = new Map<string, RE2JS>();

/** Throws a RuleFlaw that says what is wrong with a pattern: syntax that RE2 does not support, or excessive size. */
export function compilePattern(source: string): RE2JS {
  const known = compiled.get(source);
  if (known) return known;
  const made = parsed(source);
  if (made.programSize() > MAX_PROGRAM) throw new RuleFlaw("expression too large");
  if (compiled.size >= REMEMBERED) compiled.clear();
  compiled.set(source, made);
  return made;
}

function parsed(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    if (error instanceof RE2JSException) throw new RuleFlaw(error.message, { cause: error });
    throw error;
  }
}

/** Where a pattern of a configuration matches first. */
export const finderOfConfigured =
  (kind: string, source: string): Finder =>
  (text) => {
    const matcher = compilePattern(source).matcher(text);
    return matcher.find() ? [{ kind, start: matcher.start(), end: matcher.end() }] : [];
  };
