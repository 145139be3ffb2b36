import { ok, RedisError, Status } from "../engine";
import { atLeast, type CommandTable, options, read, syntaxError, write } from "./command";
import { matcher } from "./glob";
import type { Keyspace, Value } from "./keyspace";
import { count, integer } from "./numbers";
import { SortedSet } from "./sorted-set";
import { Stream } from "./stream";

function typeOf(value: Value | undefined): string {
  if (value === undefined) return "none";
  if (typeof value === "string") return "string";
  if (value instanceof Map) return "hash";
  if (value instanceof Set) return "set";
  if (value instanceof SortedSet) return "zset";
  return value instanceof Stream ? "stream" : "list";
}

/** One reply holds the whole pass, so the cursor that goes back is always 0: COUNT is only a hint. */
function scan(keyspace: Keyspace, cursor: string, ...rest: string[]) {
  assertCursor(cursor);
  const { MATCH, COUNT, TYPE } = options(rest, { MATCH: 1, COUNT: 1, TYPE: 1 });
  if (COUNT) count(COUNT[0] ?? "", 1);
  const matches = matcher(MATCH?.[0] ?? "*");
  const type = TYPE?.[0]?.toLowerCase();
  const keys = keyspace
    .keys()
    .filter((key) => matches(key) && (type === undefined || typeOf(keyspace.get(key)) === type));
  return ["0", keys];
}

export function assertCursor(cursor: string): void {
  integer(cursor, () => new RedisError("ERR invalid cursor"));
}

function flush(keyspace: Keyspace, mode?: string) {
  if (mode !== undefined && !["ASYNC", "SYNC"].includes(mode.toUpperCase())) throw syntaxError();
  keyspace.clear();
  return ok;
}

const removeAll = (keyspace: Keyspace, ...keys: string[]) =>
  keys.filter((key) => keyspace.has(key) && keyspace.delete(key)).length;

function rename(keyspace: Keyspace, from: string, to: string) {
  const value = keyspace.get(from);
  if (value === undefined) throw new RedisError("ERR no such key");
  const deadline = keyspace.deadline(from);
  keyspace.delete(from);
  keyspace.delete(to);
  keyspace.set(to, value);
  if (deadline !== undefined) keyspace.expireAt(to, deadline);
  return ok;
}

export const keys: CommandTable = {
  del: write(atLeast(1), removeAll),
  unlink: write(atLeast(1), removeAll),
  exists: read(atLeast(1), (keyspace, ...names) => names.filter((key) => keyspace.has(key)).length),
  rename: write(2, rename),
  type: read(1, (keyspace, key) => new Status(typeOf(keyspace.get(key)))),
  keys: read(1, (keyspace, pattern) => keyspace.keys().filter(matcher(pattern))),
  scan: read(atLeast(1), scan),
  dbsize: read(0, (keyspace) => keyspace.keys().length),
  flushdb: write([0, 1], flush),
  flushall: write([0, 1], flush),
  ping: read([0, 1], (_keyspace, message?: string) => message ?? new Status("PONG")),
  echo: read(1, (_keyspace, message) => message),
  time: read(0, (keyspace) => [String(Math.floor(keyspace.now / 1000)), String((keyspace.now % 1000) * 1000)]),
};
