import { ok, type Reply } from "../engine";
import { atLeast, type Command, type CommandTable, read, write } from "./command";
import type { Keyspace } from "./keyspace";
import { count, integer } from "./numbers";
import { sliceBounds } from "./ranges";

type End = "left" | "right";

function push(end: End, onlyIfThere: boolean): Command {
  return write(atLeast(2), (keyspace, key, ...values) => {
    if (onlyIfThere && !keyspace.list.find(key)) return 0;
    return keyspace.list.change(key, (list) => (end === "left" ? prepend(list, values) : append(list, values)));
  });
}

// Spreading into push or unshift overflows the stack for very long argument lists.
function append(list: string[], values: readonly string[]): number {
  for (const value of values) list.push(value);
  return list.length;
}

function prepend(list: string[], values: readonly string[]): number {
  const rest = list.splice(0);
  append(list, values.toReversed());
  return append(list, rest);
}

function pop(end: End): Command {
  return write([1, 2], (keyspace: Keyspace, key: string, amount?: string): Reply => {
    const wanted = amount === undefined ? 1 : count(amount);
    if (!keyspace.list.find(key)) return null;
    const taken = keyspace.list.change(key, (list) =>
      end === "left" ? list.splice(0, wanted) : list.splice(Math.max(list.length - wanted, 0), wanted).reverse(),
    );
    return amount === undefined ? (taken[0] ?? null) : taken;
  });
}

export const lists: CommandTable = {
  lpush: push("left", false),
  rpush: push("right", false),
  lpushx: push("left", true),
  rpushx: push("right", true),
  lpop: pop("left"),
  rpop: pop("right"),
  llen: read(1, (keyspace, key) => keyspace.list.read(key).length),
  lindex: read(2, (keyspace, key, index) => keyspace.list.read(key).at(integer(index)) ?? null),
  lrange: read(3, (keyspace, key, first, last) => {
    const list = keyspace.list.read(key);
    return list.slice(...sliceBounds(integer(first), integer(last), list.length));
  }),
  ltrim: write(3, (keyspace, key, first, last) => {
    const [from, to] = [integer(first), integer(last)];
    keyspace.list.change(key, (list) => {
      const [start, end] = sliceBounds(from, to, list.length);
      list.splice(end);
      list.splice(0, start);
    });
    return ok;
  }),
};
