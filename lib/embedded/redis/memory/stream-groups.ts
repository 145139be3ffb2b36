// Consumer groups: who has been given which entries and has not yet acknowledged them.
import { ok, RedisError, type Reply } from "../engine";
import { atLeast, type CommandTable, options, read, syntaxError, write, wrongArity } from "./command";
import type { Keyspace } from "./keyspace";
import { count, integer } from "./numbers";
import {
  compareIds,
  type EntryId,
  firstId,
  type Group,
  idText,
  lastId,
  nextId,
  type PendingEntry,
  parseId,
  type Stream,
} from "./stream";
import { cannotBlock, rangeBound, readStreams, showEntry } from "./streams";

function groupOf(keyspace: Keyspace, key: string, name: string): { stream: Stream; group: Group } {
  const stream = keyspace.stream.find(key);
  const group = stream?.groups.get(name);
  if (!stream || !group) throw new RedisError(`NOGROUP No such key '${key}' or consumer group '${name}'`);
  return { stream, group };
}

const pendingInOrder = (group: Group): PendingEntry[] =>
  [...group.pending.values()].sort((left, right) => compareIds(left.id, right.id));

const startId = (text: string, stream: Stream): EntryId => (text === "$" ? stream.lastId : parseId(text, 0));

function create(keyspace: Keyspace, key: string, name: string, from: string, ...rest: string[]): Reply {
  const { MKSTREAM } = options(rest, { MKSTREAM: 0, ENTRIESREAD: 1 });
  if (!MKSTREAM && !keyspace.stream.find(key)) {
    throw new RedisError(
      "ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to use the MKSTREAM option to create an empty stream automatically.",
    );
  }
  return keyspace.stream.change(key, (stream) => {
    const lastDelivered = startId(from, stream);
    if (stream.groups.has(name)) throw new RedisError("BUSYGROUP Consumer Group name already exists");
    stream.groups.set(name, { lastDelivered, consumers: new Set(), pending: new Map() });
    return ok;
  });
}

function deleteConsumer(keyspace: Keyspace, key: string, name: string, consumer: string): number {
  const { group } = groupOf(keyspace, key, name);
  const held = [...group.pending].filter(([, entry]) => entry.consumer === consumer);
  for (const [id] of held) group.pending.delete(id);
  group.consumers.delete(consumer);
  return held.length;
}

function addConsumer(keyspace: Keyspace, key: string, name: string, consumer: string): number {
  const { group } = groupOf(keyspace, key, name);
  if (group.consumers.has(consumer)) return 0;
  group.consumers.add(consumer);
  return 1;
}

function manage(keyspace: Keyspace, action: string, key: string, name: string, ...rest: string[]): Reply {
  const [third] = rest;
  switch (action.toUpperCase()) {
    case "DESTROY":
      return keyspace.stream.read(key).groups.delete(name) ? 1 : 0;
    case "CREATE":
      if (third === undefined) break;
      return create(keyspace, key, name, third, ...rest.slice(1));
    case "SETID": {
      if (third === undefined) break;
      const { stream, group } = groupOf(keyspace, key, name);
      group.lastDelivered = startId(third, stream);
      return ok;
    }
    case "CREATECONSUMER":
      if (third === undefined) break;
      return addConsumer(keyspace, key, name, third);
    case "DELCONSUMER":
      if (third === undefined) break;
      return deleteConsumer(keyspace, key, name, third);
    default:
      throw new RedisError(`ERR unknown subcommand '${action}'. Try XGROUP HELP.`);
  }
  throw wrongArity(`xgroup|${action.toLowerCase()}`);
}

function deliver(stream: Stream, group: Group, consumer: string, most: number, noAck: boolean, now: number): Reply[] {
  const entries = stream.range(nextId(group.lastDelivered), lastId, most);
  for (const { id } of entries) {
    group.lastDelivered = id;
    if (!noAck) group.pending.set(idText(id), { id, consumer, deliveredAt: now, deliveries: 1 });
  }
  return entries.map(showEntry);
}

/** What the consumer already holds after an id; an entry deleted since comes back without fields. */
function heldAfter(stream: Stream, group: Group, consumer: string, after: EntryId, most: number): Reply[] {
  return pendingInOrder(group)
    .filter((held) => held.consumer === consumer && compareIds(held.id, after) > 0)
    .slice(0, most)
    .map(({ id }) => [idText(id), stream.find(id)?.fields ?? null]);
}

function readGroup(keyspace: Keyspace, word: string, name: string, consumer: string, ...args: string[]): Reply {
  if (word.toUpperCase() !== "GROUP") throw syntaxError();
  const { head, wanted } = readStreams("xreadgroup", args);
  const { COUNT, BLOCK, NOACK } = options(head, { COUNT: 1, BLOCK: 1, NOACK: 0 });
  if (BLOCK) throw cannotBlock();
  const most = COUNT ? count(COUNT[0] ?? "") || Infinity : Infinity;
  const readers = wanted.map(([key, text]) => ({ key, text, ...groupOf(keyspace, key, name) }));
  const found = readers.flatMap(({ key, text, stream, group }): Reply[] => {
    group.consumers.add(consumer);
    if (text !== ">") return [[key, heldAfter(stream, group, consumer, parseId(text, 0), most)]];
    const entries = deliver(stream, group, consumer, most, NOACK !== undefined, keyspace.now);
    return entries.length > 0 ? [[key, entries]] : [];
  });
  return found.length > 0 ? found : null;
}

function pendingSummary(group: Group): Reply {
  const held = pendingInOrder(group);
  const [first, last] = [held.at(0), held.at(-1)];
  if (!first || !last) return [0, null, null, null];
  const perConsumer = new Map<string, number>();
  for (const { consumer } of held) perConsumer.set(consumer, (perConsumer.get(consumer) ?? 0) + 1);
  const consumers = [...perConsumer].sort().map(([consumer, amount]) => [consumer, String(amount)]);
  return [held.length, idText(first.id), idText(last.id), consumers];
}

function pending(keyspace: Keyspace, key: string, name: string, ...args: string[]): Reply {
  const { group } = groupOf(keyspace, key, name);
  if (args.length === 0) return pendingSummary(group);
  const byIdleTime = args[0]?.toUpperCase() === "IDLE";
  const idle = byIdleTime ? integer(args[1] ?? "") : 0;
  const [from, to, most, consumer, ...excess] = byIdleTime ? args.slice(2) : args;
  if (from === undefined || to === undefined || most === undefined || excess.length > 0) throw syntaxError();
  const [low, high] = [rangeBound(from, "from"), rangeBound(to, "to")];
  return pendingInOrder(group)
    .filter(({ id }) => compareIds(id, low) >= 0 && compareIds(id, high) <= 0)
    .filter((held) => (consumer === undefined || held.consumer === consumer) && keyspace.now - held.deliveredAt >= idle)
    .slice(0, Math.max(integer(most), 0))
    .map((held) => [idText(held.id), held.consumer, keyspace.now - held.deliveredAt, held.deliveries]);
}

function autoClaim(keyspace: Keyspace, key: string, name: string, consumer: string, ...args: string[]): Reply {
  const [idleText = "", fromText = "", ...rest] = args;
  const { COUNT, JUSTID } = options(rest, { COUNT: 1, JUSTID: 0 });
  const most = COUNT ? count(COUNT[0] ?? "", 1) : 100;
  const idle = Math.max(integer(idleText), 0);
  const from = rangeBound(fromText, "from");
  const { stream, group } = groupOf(keyspace, key, name);
  group.consumers.add(consumer);

  const ripe = pendingInOrder(group).filter(
    ({ id, deliveredAt }) => compareIds(id, from) >= 0 && keyspace.now - deliveredAt >= idle,
  );
  const claimed: Reply[] = [];
  const deleted: string[] = [];
  for (const held of ripe.slice(0, most)) {
    const entry = stream.find(held.id);
    if (!entry) {
      group.pending.delete(idText(held.id));
      deleted.push(idText(held.id));
      continue;
    }
    Object.assign(held, { consumer, deliveredAt: keyspace.now });
    if (!JUSTID) held.deliveries += 1;
    claimed.push(JUSTID ? idText(held.id) : showEntry(entry));
  }
  return [idText(ripe[most]?.id ?? firstId), claimed, deleted];
}

export const streamGroups: CommandTable = {
  xgroup: write(atLeast(3), manage),
  xreadgroup: write(atLeast(6), readGroup),
  xack: write(atLeast(3), (keyspace, key, name, ...ids) => {
    const texts = ids.map((id) => idText(parseId(id, 0)));
    const group = keyspace.stream.read(key).groups.get(name);
    return texts.filter((id) => group?.pending.delete(id)).length;
  }),
  xpending: read(atLeast(2), pending),
  xautoclaim: write(atLeast(5), autoClaim),
};
