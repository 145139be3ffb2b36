import { ok, RedisError } from "../engine";
import { atLeast, type CommandTable, options, pairs, read, write } from "./command";
import { matcher } from "./glob";
import { assertCursor } from "./keys";
import type { Keyspace } from "./keyspace";
import { addFloats, addIntegers, count, integer } from "./numbers";

const notAnInteger = () => new RedisError("ERR hash value is not an integer");

function setFields(name: string, keyspace: Keyspace, key: string, flat: string[]): number {
  const fields = pairs(name, flat);
  return keyspace.hash.change(key, (hash) => {
    const before = hash.size;
    for (const [field, value] of fields) hash.set(field, value);
    return hash.size - before;
  });
}

function scan(keyspace: Keyspace, key: string, cursor: string, ...rest: string[]) {
  assertCursor(cursor);
  const { MATCH, COUNT } = options(rest, { MATCH: 1, COUNT: 1 });
  if (COUNT) count(COUNT[0] ?? "", 1);
  const matches = matcher(MATCH?.[0] ?? "*");
  return ["0", [...keyspace.hash.read(key)].filter(([field]) => matches(field)).flat()];
}

export const hashes: CommandTable = {
  hset: write(atLeast(3), (keyspace, key, ...flat) => setFields("hset", keyspace, key, flat)),
  hmset: write(atLeast(3), (keyspace, key, ...flat) => {
    setFields("hmset", keyspace, key, flat);
    return ok;
  }),
  hsetnx: write(3, (keyspace, key, field, value) =>
    keyspace.hash.change(key, (hash) => {
      if (hash.has(field)) return 0;
      hash.set(field, value);
      return 1;
    }),
  ),
  hget: read(2, (keyspace, key, field) => keyspace.hash.read(key).get(field) ?? null),
  hmget: read(atLeast(2), (keyspace, key, ...fields) => {
    const hash = keyspace.hash.read(key);
    return fields.map((field) => hash.get(field) ?? null);
  }),
  hgetall: read(1, (keyspace, key) => [...keyspace.hash.read(key)].flat()),
  hkeys: read(1, (keyspace, key) => [...keyspace.hash.read(key).keys()]),
  hvals: read(1, (keyspace, key) => [...keyspace.hash.read(key).values()]),
  hlen: read(1, (keyspace, key) => keyspace.hash.read(key).size),
  hexists: read(2, (keyspace, key, field) => (keyspace.hash.read(key).has(field) ? 1 : 0)),
  hdel: write(atLeast(2), (keyspace, key, ...fields) =>
    keyspace.hash.change(key, (hash) => fields.filter((field) => hash.delete(field)).length),
  ),
  hincrby: write(3, (keyspace, key, field, increment) => {
    const amount = integer(increment);
    return keyspace.hash.change(key, (hash) => {
      const sum = addIntegers(hash.get(field) ?? "0", amount, notAnInteger);
      hash.set(field, String(sum));
      return sum;
    });
  }),
  hincrbyfloat: write(3, (keyspace, key, field, increment) =>
    keyspace.hash.change(key, (hash) => {
      const sum = addFloats(hash.get(field) ?? "0", increment);
      hash.set(field, sum);
      return sum;
    }),
  ),
  hscan: read(atLeast(2), scan),
};
