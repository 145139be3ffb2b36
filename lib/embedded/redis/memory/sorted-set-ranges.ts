import { RedisError } from "../engine";
import { float, floatText, integer } from "./numbers";
import { sliceBounds } from "./ranges";
import type { SortedSet } from "./sorted-set";

export type Scored = [member: string, score: number];

export interface Selection {
  by: "rank" | "score";
  reverse: boolean;
  /** Offset and count; a negative count means all. */
  limit: readonly string[] | undefined;
  withScores: boolean;
}

const notABound = () => new RedisError("ERR min or max is not a float");

/** `5` includes five, `(5` does not. */
function bound(text: string): { score: number; open: boolean } {
  const open = text.startsWith("(");
  return { score: float(open ? text.slice(1) : text, notABound), open };
}

/** The members between two score bounds, as ranks from (inclusive) and to (exclusive). */
export function scoreBounds(set: SortedSet, min: string, max: string): [from: number, to: number] {
  const [low, high] = [bound(min), bound(max)];
  const from = set.firstRank((score) => score > low.score || (score === low.score && !low.open));
  const to = set.firstRank((score) => score > high.score || (score === high.score && high.open));
  return [from, Math.max(from, to)];
}

export const scoresBetween = (set: SortedSet, min: string, max: string): Scored[] =>
  set.slice(...scoreBounds(set, min, max));

export const scoreText = (score: number | undefined): string | null => (score === undefined ? null : floatText(score));

/** What the ZRANGE family answers. Reversed score ranges name their maximum first; reversed ranks count from the top. */
export function select(set: SortedSet, first: string, last: string, { by, reverse, limit, withScores }: Selection) {
  const chosen = limited(
    by === "score" ? byScore(set, first, last, reverse) : byRank(set, first, last, reverse),
    limit,
  );
  return withScores
    ? chosen.flatMap(([member, score]) => [member, floatText(score)])
    : chosen.map(([member]) => member);
}

function byScore(set: SortedSet, first: string, last: string, reverse: boolean): Scored[] {
  return reverse ? scoresBetween(set, last, first).reverse() : scoresBetween(set, first, last);
}

function byRank(set: SortedSet, first: string, last: string, reverse: boolean): Scored[] {
  const [from, to] = sliceBounds(integer(first), integer(last), set.size);
  return reverse ? set.slice(set.size - to, set.size - Math.min(from, set.size)).reverse() : set.slice(from, to);
}

function limited(members: Scored[], limit: readonly string[] | undefined): Scored[] {
  if (!limit) return members;
  const offset = integer(limit[0] ?? "");
  const size = integer(limit[1] ?? "");
  if (offset < 0) return [];
  return members.slice(offset, size < 0 ? undefined : offset + size);
}
