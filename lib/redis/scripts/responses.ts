// Answers that a client may refer to later, in one hash for each of whom they are kept: the oldest go first, once there are too
// many or too much, and nothing stays beyond its time.
import type { OwnScript, Store } from "./script";

/** How many old answers go for each new one: what one request may cost is bounded, and still more goes than comes. */
const EVICTED = 64;
/** Texts of answers that one may go on from, in a row: two of each. */
const MAX_CHAIN = 2000;

/**
 * Keeps an answer. KEYS: the hash. ARGV: milliseconds since 1970, and for how many it is kept; how many answers there may be, and
 * bytes; its id, its bytes, the id of the answer that it goes on from, or ""; what it says; what it was asked, or "". Answers how
 * many there are.
 *
 * Fields: `last` and `first` are numbers of answers, `#` and a number an answer's time, bytes and id, `bytes` their sum; the id is
 * the field of what it says, with its time and bytes, and the id and `:asked` that of what it was asked, with the id before it.
 */
export const keepResponse: OwnScript = {
  hash: "05c81074809e6894a9a7e15e290626f274b3af11",
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

/** What the answers say, and what is known of the one before and of those before that: what each was asked and said, backwards. */
export type ResponsesRow = null | [outputs: (string | null)[], before: (string | null)[]];

/**
 * Reads answers. KEYS: the hash. ARGV: milliseconds since 1970; the bytes that may be read; the id of an answer to go on from, or
 * ""; ids of answers. Null where they have more bytes, or where more than a thousand went before. What went before ends in null where a piece of it is no longer there.
 */
export const readResponses: OwnScript = {
  hash: "246cfb700d6e7169d8fcc58070aa060c4f031458",
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
