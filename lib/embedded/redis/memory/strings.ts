import { ok, RedisError } from "../engine";
import { atLeast, type CommandTable, options, pairs, read, syntaxError, write } from "./command";
import { deadlineFrom } from "./expiry";
import type { Keyspace } from "./keyspace";
import { addFloats, addIntegers, integer } from "./numbers";
import { sliceBounds } from "./ranges";

function replace(keyspace: Keyspace, key: string, value: string): void {
  keyspace.persist(key);
  keyspace.set(key, value);
}

function add(keyspace: Keyspace, key: string, increment: number): number {
  const sum = addIntegers(keyspace.string(key) ?? "0", increment);
  keyspace.set(key, String(sum));
  return sum;
}

const setShape = { NX: 0, XX: 0, GET: 0, KEEPTTL: 0, EX: 1, PX: 1, EXAT: 1, PXAT: 1 } as const;

function set(keyspace: Keyspace, key: string, value: string, ...rest: string[]) {
  const chosen = options(rest, setShape);
  const lifetimes = (["EX", "PX", "EXAT", "PXAT"] as const).filter((name) => chosen[name]);
  if ((chosen.NX && chosen.XX) || lifetimes.length + (chosen.KEEPTTL ? 1 : 0) > 1) throw syntaxError();
  const [unit] = lifetimes;
  const deadline = unit && deadlineFrom("set", unit, chosen[unit]?.[0] ?? "", keyspace.now);

  const previous = chosen.GET ? (keyspace.string(key) ?? null) : null;
  const allowed = keyspace.has(key) ? !chosen.NX : !chosen.XX;
  if (!allowed) return previous;
  if (chosen.KEEPTTL) keyspace.set(key, value);
  else replace(keyspace, key, value);
  if (deadline !== undefined) keyspace.expireAt(key, deadline);
  return chosen.GET ? previous : ok;
}

function setWithLifetime(name: string, unit: "EX" | "PX") {
  return write(3, (keyspace, key, lifetime, value) => {
    const deadline = deadlineFrom(name, unit, lifetime, keyspace.now);
    replace(keyspace, key, value);
    keyspace.expireAt(key, deadline);
    return ok;
  });
}

export const strings: CommandTable = {
  get: read(1, (keyspace, key) => keyspace.string(key) ?? null),
  set: write(atLeast(2), set),
  setnx: write(2, (keyspace, key, value) => {
    if (keyspace.has(key)) return 0;
    keyspace.set(key, value);
    return 1;
  }),
  setex: setWithLifetime("setex", "EX"),
  psetex: setWithLifetime("psetex", "PX"),
  getset: write(2, (keyspace, key, value) => {
    const previous = keyspace.string(key) ?? null;
    replace(keyspace, key, value);
    return previous;
  }),
  getdel: write(1, (keyspace, key) => {
    const value = keyspace.string(key) ?? null;
    keyspace.delete(key);
    return value;
  }),
  mget: read(atLeast(1), (keyspace, ...keys) =>
    keys.map((key) => {
      const value = keyspace.get(key);
      return typeof value === "string" ? value : null;
    }),
  ),
  mset: write(atLeast(2), (keyspace, ...flat) => {
    for (const [key, value] of pairs("mset", flat)) replace(keyspace, key, value);
    return ok;
  }),
  incr: write(1, (keyspace, key) => add(keyspace, key, 1)),
  decr: write(1, (keyspace, key) => add(keyspace, key, -1)),
  incrby: write(2, (keyspace, key, increment) => add(keyspace, key, integer(increment))),
  decrby: write(2, (keyspace, key, decrement) => add(keyspace, key, -integer(decrement))),
  incrbyfloat: write(2, (keyspace, key, increment) => {
    const sum = addFloats(keyspace.string(key) ?? "0", increment);
    keyspace.set(key, sum);
    return sum;
  }),
  append: write(2, (keyspace, key, suffix) => {
    const text = (keyspace.string(key) ?? "") + suffix;
    if (text.length > 512 * 1024 * 1024) throw new RedisError("ERR string exceeds maximum allowed size (512MB)");
    keyspace.set(key, text);
    return text.length;
  }),
  strlen: read(1, (keyspace, key) => keyspace.string(key)?.length ?? 0),
  getrange: read(3, (keyspace, key, first, last) => {
    const text = keyspace.string(key) ?? "";
    return text.slice(...sliceBounds(integer(first), integer(last), text.length));
  }),
};
