import { atLeast, type Command, type CommandTable, read, write } from "./command";
import type { Keyspace } from "./keyspace";

type Combine = (left: ReadonlySet<string>, right: ReadonlySet<string>) => Set<string>;

const difference: Combine = (left, right) => new Set([...left].filter((member) => !right.has(member)));
const union: Combine = (left, right) => new Set([...left, ...right]);
const intersection: Combine = (left, right) => new Set([...left].filter((member) => right.has(member)));

const combined = (keyspace: Keyspace, keys: readonly string[], combine: Combine): ReadonlySet<string> =>
  keys.map((key): ReadonlySet<string> => keyspace.members.read(key)).reduce(combine);

const show = (combine: Combine): Command =>
  read(atLeast(1), (keyspace, ...keys) => [...combined(keyspace, keys, combine)]);

const store = (combine: Combine): Command =>
  write(atLeast(2), (keyspace, target, ...keys) => {
    const result = new Set(combined(keyspace, keys, combine));
    keyspace.delete(target);
    if (result.size > 0) keyspace.set(target, result);
    return result.size;
  });

export const sets: CommandTable = {
  sadd: write(atLeast(2), (keyspace, key, ...members) =>
    keyspace.members.change(key, (set) => {
      const before = set.size;
      for (const member of members) set.add(member);
      return set.size - before;
    }),
  ),
  srem: write(atLeast(2), (keyspace, key, ...members) =>
    keyspace.members.change(key, (set) => members.filter((member) => set.delete(member)).length),
  ),
  smembers: read(1, (keyspace, key) => [...keyspace.members.read(key)]),
  scard: read(1, (keyspace, key) => keyspace.members.read(key).size),
  sismember: read(2, (keyspace, key, member) => (keyspace.members.read(key).has(member) ? 1 : 0)),
  smismember: read(atLeast(2), (keyspace, key, ...members) => {
    const set = keyspace.members.read(key);
    return members.map((member) => (set.has(member) ? 1 : 0));
  }),
  sdiff: show(difference),
  sdiffstore: store(difference),
  sinter: show(intersection),
  sinterstore: store(intersection),
  sunion: show(union),
  sunionstore: store(union),
};
