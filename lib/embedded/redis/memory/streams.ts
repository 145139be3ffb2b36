import { RedisError, type Reply } from "../engine";
import { atLeast, type CommandTable, options, read, syntaxError, write, wrongArity } from "./command";
import type { Keyspace } from "./keyspace";
import { count } from "./numbers";
import { compareIds, type Entry, type EntryId, firstId, idText, lastId, nextId, parseId, type Stream } from "./stream";

export const showEntry = (entry: Entry): Reply => [idText(entry.id), entry.fields];

/** Bounds as XRANGE spells them: `-`, `+`, an id, `(id` to leave the id itself out. */
export function rangeBound(text: string, side: "from" | "to"): EntryId {
  if (text === "-") return firstId;
  if (text === "+") return lastId;
  if (!text.startsWith("(")) return parseId(text, side === "from" ? 0 : lastId.sequence);
  const id = parseId(text.slice(1), side === "from" ? 0 : lastId.sequence);
  return side === "from" ? nextId(id) : previousId(id);
}

const previousId = (id: EntryId): EntryId =>
  id.sequence > 0 ? { ms: id.ms, sequence: id.sequence - 1 } : { ms: id.ms - 1, sequence: lastId.sequence };

type Trim = (stream: Stream) => number;

/** `MAXLEN [=|~] n` and `MINID [=|~] id`, with LIMIT, at the head of `args`. Trimming is always exact, which `~` allows. */
function readTrim(args: readonly string[]): { trim: Trim | undefined; rest: readonly string[] } {
  const strategy = args[0]?.toUpperCase();
  if (strategy !== "MAXLEN" && strategy !== "MINID") return { trim: undefined, rest: args };
  const sign = args[1] === "~" || args[1] === "=";
  const threshold = args[sign ? 2 : 1];
  if (threshold === undefined) throw syntaxError();
  let rest = args.slice(sign ? 3 : 2);
  if (rest[0]?.toUpperCase() === "LIMIT") {
    if (args[1] !== "~") throw new RedisError("ERR syntax error, LIMIT cannot be used without the special ~ option");
    count(rest[1] ?? "");
    rest = rest.slice(2);
  }
  if (strategy === "MINID") {
    const id = parseId(threshold, 0);
    return { trim: (stream) => stream.dropBefore(id), rest };
  }
  const length = count(threshold);
  return { trim: (stream) => stream.keepNewest(length), rest };
}

/** The id of a new entry: `*`, `ms-*` or in full, always above the stream's last. */
function newId(text: string, stream: Stream, now: number): EntryId {
  const after = (ms: number): EntryId => (stream.lastId.ms === ms ? nextId(stream.lastId) : { ms, sequence: 0 });
  if (text === "*") return after(Math.max(now, stream.lastId.ms));
  const id = text.endsWith("-*") ? after(parseId(text.slice(0, -2), 0).ms) : parseId(text, 0);
  if (idText(id) === "0-0") throw new RedisError("ERR The ID specified in XADD must be greater than 0-0");
  if (compareIds(id, stream.lastId) <= 0) {
    throw new RedisError("ERR The ID specified in XADD is equal or smaller than the target stream top item");
  }
  return id;
}

function add(keyspace: Keyspace, key: string, ...args: string[]): Reply {
  const mayCreate = args[0]?.toUpperCase() !== "NOMKSTREAM";
  const { trim, rest } = readTrim(mayCreate ? args : args.slice(1));
  const [id = "", ...fields] = rest;
  if (fields.length === 0 || fields.length % 2 !== 0) throw wrongArity("xadd");
  if (!mayCreate && !keyspace.stream.find(key)) return null;
  return keyspace.stream.change(key, (stream) => {
    const entry = { id: newId(id, stream, keyspace.now), fields };
    stream.append(entry);
    trim?.(stream);
    return idText(entry.id);
  });
}

function readCount(rest: readonly string[]): number {
  const { COUNT } = options(rest, { COUNT: 1 });
  return COUNT ? count(COUNT[0] ?? "") : Infinity;
}

/** The part from STREAMS on: as many ids as keys. */
export function readStreams(
  name: string,
  args: readonly string[],
): { head: string[]; wanted: [key: string, id: string][] } {
  const at = args.findIndex((word) => word.toUpperCase() === "STREAMS");
  if (at < 0) throw syntaxError();
  const tail = args.slice(at + 1);
  const half = tail.length / 2;
  if (tail.length === 0 || !Number.isInteger(half)) {
    throw new RedisError(
      `ERR Unbalanced '${name}' list of streams: for each stream key an ID or '$' must be specified.`,
    );
  }
  return { head: args.slice(0, at), wanted: tail.slice(0, half).map((key, index) => [key, tail[half + index] ?? ""]) };
}

/** Waiting for entries would hold up everyone, so a reader asks again instead. */
export const cannotBlock = () => new RedisError("ERR BLOCK is not available over REST");

function readNew(keyspace: Keyspace, ...args: string[]): Reply {
  const { head, wanted } = readStreams("xread", args);
  const { COUNT, BLOCK } = options(head, { COUNT: 1, BLOCK: 1 });
  if (BLOCK) throw cannotBlock();
  const most = COUNT ? count(COUNT[0] ?? "") || Infinity : Infinity;
  const found = wanted.flatMap(([key, text]) => {
    const stream = keyspace.stream.read(key);
    const after = text === "$" ? stream.lastId : parseId(text, 0);
    const entries = stream.range(nextId(after), lastId, most);
    return entries.length > 0 ? [[key, entries.map(showEntry)]] : [];
  });
  return found.length > 0 ? found : null;
}

export const streams: CommandTable = {
  xadd: write(atLeast(4), add),
  xlen: read(1, (keyspace, key) => keyspace.stream.read(key).size),
  xrange: read(atLeast(3), (keyspace, key, from, to, ...rest) =>
    keyspace.stream.read(key).range(rangeBound(from, "from"), rangeBound(to, "to"), readCount(rest)).map(showEntry),
  ),
  xrevrange: read(atLeast(3), (keyspace, key, to, from, ...rest) =>
    keyspace.stream.read(key).newest(rangeBound(from, "from"), rangeBound(to, "to"), readCount(rest)).map(showEntry),
  ),
  xread: read(atLeast(3), readNew),
  xdel: write(atLeast(2), (keyspace, key, ...texts) => {
    const ids = texts.map((text) => parseId(text, 0));
    const stream = keyspace.stream.read(key);
    return ids.filter((id) => stream.delete(id)).length;
  }),
  xtrim: write(atLeast(3), (keyspace, key, ...args) => {
    const { trim, rest } = readTrim(args);
    if (!trim || rest.length > 0) throw syntaxError();
    return trim(keyspace.stream.read(key));
  }),
};
