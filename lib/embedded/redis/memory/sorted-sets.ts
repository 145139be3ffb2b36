import { RedisError, type Reply } from "../engine";
import { atLeast, type CommandTable, options, pairs, read, syntaxError, write } from "./command";
import type { Keyspace } from "./keyspace";
import { count, float, floatText, integer } from "./numbers";
import { sliceBounds } from "./ranges";
import type { SortedSet } from "./sorted-set";
import { type Scored, scoreBounds, scoresBetween, scoreText, select } from "./sorted-set-ranges";

const addFlags = ["NX", "XX", "GT", "LT", "CH", "INCR"];

function readFlags(args: readonly string[]): { flags: ReadonlySet<string>; rest: string[] } {
  const end = args.findIndex((word) => !addFlags.includes(word.toUpperCase()));
  const flags = new Set(args.slice(0, Math.max(end, 0)).map((word) => word.toUpperCase()));
  const has = (name: string) => flags.has(name);
  if (has("NX") && has("XX")) throw new RedisError("ERR XX and NX options at the same time are not compatible");
  if ((has("GT") && has("LT")) || (has("NX") && (has("GT") || has("LT")))) {
    throw new RedisError("ERR GT, LT, and/or NX options at the same time are not compatible");
  }
  return { flags, rest: end < 0 ? [] : args.slice(end) };
}

/** The score that `member` gets, or null when the flags forbid the change. */
function scoreAfter(current: number | undefined, given: number, flags: ReadonlySet<string>): number | null {
  if (current === undefined) return flags.has("XX") ? null : given;
  if (flags.has("NX")) return null;
  const next = flags.has("INCR") ? current + given : given;
  if (Number.isNaN(next)) throw new RedisError("ERR resulting score is not a number (NaN)");
  if ((flags.has("GT") && next <= current) || (flags.has("LT") && next >= current)) return null;
  return next;
}

function add(keyspace: Keyspace, key: string, ...args: string[]): Reply {
  const { flags, rest } = readFlags(args);
  if (rest.length === 0 || rest.length % 2 !== 0) throw syntaxError();
  const wanted = pairs("zadd", rest).map(([score, member]): Scored => [member, float(score)]);
  if (flags.has("INCR") && wanted.length > 1)
    throw new RedisError("ERR INCR option supports a single increment-element pair");
  return keyspace.sortedSet.change(key, (set) => addTo(set, wanted, flags));
}

function addTo(set: SortedSet, wanted: readonly Scored[], flags: ReadonlySet<string>): Reply {
  let [added, changed] = [0, 0];
  let latest: number | null = null;
  for (const [member, given] of wanted) {
    const current = set.score(member);
    latest = scoreAfter(current, given, flags);
    if (latest === null || latest === current) continue;
    set.set(member, latest);
    if (current === undefined) added += 1;
    else changed += 1;
  }
  if (flags.has("INCR")) return latest === null ? null : floatText(latest);
  return flags.has("CH") ? added + changed : added;
}

function range(keyspace: Keyspace, key: string, first: string, last: string, ...rest: string[]) {
  const chosen = options(rest, { BYSCORE: 0, REV: 0, LIMIT: 2, WITHSCORES: 0 });
  if (chosen.LIMIT && !chosen.BYSCORE) {
    throw new RedisError("ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
  }
  return select(keyspace.sortedSet.read(key), first, last, {
    by: chosen.BYSCORE ? "score" : "rank",
    reverse: chosen.REV !== undefined,
    limit: chosen.LIMIT,
    withScores: chosen.WITHSCORES !== undefined,
  });
}

function rangeByScore(reverse: boolean) {
  return read(atLeast(3), (keyspace, key, first, last, ...rest) => {
    const chosen = options(rest, { LIMIT: 2, WITHSCORES: 0 });
    const withScores = chosen.WITHSCORES !== undefined;
    return select(keyspace.sortedSet.read(key), first, last, { by: "score", reverse, limit: chosen.LIMIT, withScores });
  });
}

function remove(keyspace: Keyspace, key: string, members: (set: SortedSet) => Iterable<Scored>): number {
  return keyspace.sortedSet.change(key, (set) => [...members(set)].filter(([member]) => set.delete(member)).length);
}

function pop(fromTop: boolean) {
  return write([1, 2], (keyspace, key, amount?: string) => {
    const wanted = amount === undefined ? 1 : count(amount);
    return keyspace.sortedSet.change(key, (set) => {
      const taken = fromTop ? set.slice(Math.max(set.size - wanted, 0), set.size).reverse() : set.slice(0, wanted);
      for (const [member] of taken) set.delete(member);
      return taken.flatMap(([member, score]) => [member, floatText(score)]);
    });
  });
}

export const sortedSets: CommandTable = {
  zadd: write(atLeast(3), add),
  zincrby: write(3, (keyspace, key, increment, member) => add(keyspace, key, "INCR", increment, member)),
  zrem: write(atLeast(2), (keyspace, key, ...members) =>
    keyspace.sortedSet.change(key, (set) => members.filter((member) => set.delete(member)).length),
  ),
  zcard: read(1, (keyspace, key) => keyspace.sortedSet.read(key).size),
  zscore: read(2, (keyspace, key, member) => scoreText(keyspace.sortedSet.read(key).score(member))),
  zmscore: read(atLeast(2), (keyspace, key, ...members) => {
    const set = keyspace.sortedSet.read(key);
    return members.map((member) => scoreText(set.score(member)));
  }),
  zrank: read(2, (keyspace, key, member) => keyspace.sortedSet.read(key).rank(member) ?? null),
  zrevrank: read(2, (keyspace, key, member) => {
    const set = keyspace.sortedSet.read(key);
    const rank = set.rank(member);
    return rank === undefined ? null : set.size - 1 - rank;
  }),
  zcount: read(3, (keyspace, key, min, max) => {
    const [from, to] = scoreBounds(keyspace.sortedSet.read(key), min, max);
    return to - from;
  }),
  zrange: read(atLeast(3), range),
  zrevrange: read([3, 4], (keyspace, key, first, last, ...rest) => range(keyspace, key, first, last, "REV", ...rest)),
  zrangebyscore: rangeByScore(false),
  zrevrangebyscore: rangeByScore(true),
  zremrangebyscore: write(3, (keyspace, key, min, max) => remove(keyspace, key, (set) => scoresBetween(set, min, max))),
  zremrangebyrank: write(3, (keyspace, key, first, last) => {
    const [from, to] = [integer(first), integer(last)];
    return remove(keyspace, key, (set) => set.slice(...sliceBounds(from, to, set.size)));
  }),
  zpopmin: pop(false),
  zpopmax: pop(true),
};
