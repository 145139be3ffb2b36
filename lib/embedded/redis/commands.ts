// The commands that the product calls. Whatever else comes is refused by name.
import { RedisError, type Reply } from "@/lib/redis/engine";
import type { Keyspace } from "./keyspace";

export interface CommandEntry {
  /** How many arguments it takes, its name not counted. */
  readonly least: number;
  readonly most: number;
  run(keyspace: Keyspace, ...args: string[]): Reply;
}

/** Commands by lower-case name. */
export type CommandTable = Readonly<Record<string, CommandEntry>>;

export const dataCommands: CommandTable = {
  ping: { least: 0, most: 0, run: () => "PONG" },
  get: { least: 1, most: 1, run: (keyspace, key = "") => keyspace.text(key) },
  set: {
    least: 2,
    most: 4,
    run(keyspace, key = "", text = "", unit, lifetime) {
      if (unit !== undefined && (unit.toLowerCase() !== "px" || lifetime === undefined))
        throw new RedisError("ERR syntax error");
      keyspace.setText(key, text);
      if (lifetime !== undefined) keyspace.expireIn(key, lifetime);
      return "OK";
    },
  },
  pexpire: {
    least: 2,
    most: 2,
    run(keyspace, key = "", milliseconds = "") {
      keyspace.expireIn(key, milliseconds);
      return 1;
    },
  },
  hincrby: {
    least: 3,
    most: 3,
    run: (keyspace, key = "", field = "", amount = "") => keyspace.incrementField(key, field, amount),
  },
  hget: { least: 2, most: 2, run: (keyspace, key = "", field = "") => keyspace.field(key, field) },
  hgetall: { least: 1, most: 1, run: (keyspace, key = "") => keyspace.fields(key) },
  hset: {
    least: 3,
    most: Infinity,
    run: (keyspace, key = "", ...flat) => keyspace.setFields(key, pairs("hset", flat)),
  },
  hdel: { least: 2, most: Infinity, run: (keyspace, key = "", ...names) => keyspace.deleteFields(key, names) },
  rename: {
    least: 2,
    most: 2,
    run(keyspace, from = "", to = "") {
      keyspace.rename(from, to);
      return "OK";
    },
  },
  flushall: {
    least: 0,
    most: 0,
    run(keyspace) {
      keyspace.clear();
      return "OK";
    },
  },
};

export const wrongArity = (name: string) => new RedisError(`ERR wrong number of arguments for '${name}' command`);

function pairs(name: string, flat: readonly string[]): [string, string][] {
  if (flat.length % 2 !== 0) throw wrongArity(name);
  return flat.flatMap((word, index): [string, string][] => (index % 2 === 0 ? [[word, flat[index + 1] ?? ""]] : []));
}
