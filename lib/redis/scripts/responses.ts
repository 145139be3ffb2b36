// Answers that a client may refer to later, in one hash per owner: the oldest are deleted first when there are too many or they
// are too large, and none stays beyond its time.
import type { OwnScript, Store } from "./script";

/** How many old answers a new one may evict: the cost of a request is bounded, and still more is evicted than added. */
const EVICTED = 64;
/** Maximum texts in a chain of answers: two for each. */
const MAX_CHAIN = 2000;

/**
 * Stores an answer. KEYS: the hash. ARGV: milliseconds since 1970, and its lifetime; the maximum number of answers, and of bytes;
 * its id, its bytes, the id of the answer that it continues, or ""; its output; its input, or "". Returns the number of answers.
 *
 * Fields: `last` and `first` are numbers of answers, `#` and a number an answer's time, bytes and id, `bytes` their sum; the id is
 * the field of the output, with its time and bytes, and the id and `:asked` that of the input, with the id of the answer before.
 */
export const keepResponse: OwnScript = {
  hash: "0c069e0224b56bd747dfa7e11ae29ab75051e588",
  lua: `
local now, lives, most, room = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local id, size, before, output, input = ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
local head = string.format("%.0f", now + lives) .. ":" .. size .. ":"
local last = redis.call("HINCRBY", KEYS[1], "last", 1)
redis.call("HSET", KEYS[1], "#" .. last, head .. id, id, head .. output)
if input ~= "" then redis.call("HSET", KEYS[1], id .. ":asked", before .. ":" .. input) end
local bytes = redis.call("HINCRBY", KEYS[1], "bytes", size)
local first = tonumber(redis.call("HGET", KEYS[1], "first") or "1")
local stop = math.min(last, first + ${EVICTED})
while first < stop do
  local ends, taken, old = string.match(redis.call("HGET", KEYS[1], "#" .. first) or "0:0:", "^(%d+):(%d+):(.*)$")
  if last - first < most and bytes <= room and tonumber(ends) > now then break end
  redis.call("HDEL", KEYS[1], "#" .. first, old, old .. ":asked")
  bytes = redis.call("HINCRBY", KEYS[1], "bytes", "-" .. taken)
  first = first + 1
end
redis.call("HSET", KEYS[1], "first", first)
redis.call("PEXPIRE", KEYS[1], lives)
return last - first + 1
`,
  run(store, [key = ""], args): number {
    const [now = "", lives = "", most = "", room = "", id = "", size = "", before = "", output = "", input = ""] = args;
    const head = `${Number(now) + Number(lives)}:${size}:`;
    const last = store.incrementField(key, "last", "1");
    store.setFields(key, [
      [`#${last}`, head + id],
      [id, head + output],
    ]);
    if (input !== "") store.setFields(key, [[`${id}:asked`, `${before}:${input}`]]);
    let bytes = store.incrementField(key, "bytes", size);
    let first = Number(store.field(key, "first") ?? 1);
    const stop = Math.min(last, first + EVICTED);
    while (first < stop) {
      const { ends, size: taken, rest: old } = headed(store.field(key, `#${first}`) ?? "");
      if (last - first < Number(most) && bytes <= Number(room) && ends > Number(now)) break;
      store.deleteFields(key, [`#${first}`, old, `${old}:asked`]);
      bytes = store.incrementField(key, "bytes", `-${taken}`);
      first += 1;
    }
    store.setFields(key, [["first", String(first)]]);
    store.expireIn(key, lives);
    return last - first + 1;
  },
};

/** The outputs of the answers; and the input and output of each earlier answer in the chain, latest first. */
export type ResponsesRow = null | [outputs: (string | null)[], before: (string | null)[]];

/**
 * Reads answers. KEYS: the hash. ARGV: milliseconds since 1970; the maximum bytes to read; the id of an answer to continue, or
 * ""; ids of answers. Null if they have more bytes, or if the chain has more than a thousand answers. The chain ends in null if
 * one of its answers is no longer stored.
 */
export const readResponses: OwnScript = {
  hash: "f7f50e524ce1df8d98853864a5e021bfa87997e7",
  lua: `
local left = tonumber(ARGV[2])
local function read(id)
  local ends, size, output = string.match(redis.call("HGET", KEYS[1], id) or "", "^(%d+):(%d+):(.*)$")
  if not ends or tonumber(ends) <= tonumber(ARGV[1]) then return false end
  left = left - tonumber(size)
  return output
end
local found, chain, id = {}, {}, ARGV[3]
for i = 4, #ARGV do
  found[i - 3] = read(ARGV[i])
  if left < 0 then return false end
end
while id ~= "" do
  local output = read(id)
  if left < 0 then return false end
  local before, input = string.match(redis.call("HGET", KEYS[1], id .. ":asked") or "", "^([^:]*):(.*)$")
  if not output or not before then
    chain[#chain + 1] = false
    break
  end
  chain[#chain + 1] = input
  chain[#chain + 1] = output
  id = before
  if #chain > ${MAX_CHAIN} then return false end
end
return {found, chain}
`,
  run(store, [key = ""], [now = "", room = "", previous = "", ...ids]): ResponsesRow {
    let left = Number(room);
    const read = (id: string): string | null => {
      const { ends, size, rest } = headed(store.field(key, id) ?? "");
      if (ends <= Number(now)) return null;
      left -= Number(size);
      return rest;
    };
    const outputs: (string | null)[] = [];
    for (const id of ids) {
      outputs.push(read(id));
      if (left < 0) return null;
    }
    const before: (string | null)[] = [];
    for (let id = previous; id !== ""; ) {
      const answer = read(id);
      if (left < 0) return null;
      const [, next, input] = /^([^:]*):(.*)$/s.exec(inputOf(store, key, id)) ?? [];
      if (answer === null || next === undefined || input === undefined) return [outputs, [...before, null]];
      before.push(input, answer);
      id = next;
      if (before.length > MAX_CHAIN) return null;
    }
    return [outputs, before];
  },
};

const inputOf = (store: Store, key: string, id: string): string => store.field(key, `${id}:asked`) ?? "";

/** A value behind the time when it ends and its bytes; one that is not there has ended. */
function headed(value: string): { ends: number; size: string; rest: string } {
  const [, ends = "0", size = "0", rest = ""] = /^(\d+):(\d+):(.*)$/s.exec(value) ?? [];
  return { ends: Number(ends), size, rest };
}
