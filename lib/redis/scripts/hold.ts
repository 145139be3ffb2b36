import type { OwnScript, Store } from "./script";

/** Tokens are counted by the minute. Use beyond the limit is owed by the next minutes, but by no more than an hour's. */
export const MINUTE_MS = 60_000;
export const MOST_OWED = 60;

/** A reservation ends with the fifteen minutes' bucket after the next, so that no crash reserves money forever. */
export const BUCKET_MS = 900_000;

/**
 * The state before the call: the epoch of Redis (null: Redis has lost its data, and nothing was done); 1 if all admit the
 * call, otherwise 0; for each token counter the tokens used and the tokens granted to this call; for each account its spend,
 * its reservations, and the amount granted to this call. A grant of -1 is a refusal.
 */
export type HoldRow = [epoch: null] | [epoch: string, admitted: number, ...numbers: number[]];

/**
 * Reserves for a call, all or nothing. KEYS: the epoch of Redis; the call; token counters; accounts of money.
 * ARGV: `take`, or anything else to read only; milliseconds since 1970; the number of counters; for each counter its limit, the
 * tokens that the call needs, and the tokens that it may use; for each account its limit, the amount, `warn`, `skip` or anything
 * else to block, and its lifetime in milliseconds, 0 for no end.
 *
 * A counter is a hash: the tokens `used`, and the `end` of its minute; each later minute pays off one limit. It grants the tokens
 * that the call may use as far as there is room, and refuses if there is no room for those that it needs. An account with less
 * left than the amount grants all of it to a call that is alone with it, and always admits an amount of 0. An account with `skip`
 * refuses without refusing the call, which goes to another target. A known call gets its earlier grant again; a call that was
 * released before it came gets nothing.
 */
export const hold: OwnScript = {
  hash: "e157b069de82a86fe9f68607340f1bf678cb8e77",
  lua: `
local epoch = redis.call("GET", KEYS[1])
if not epoch then return {false} end
local now, counters = tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket, minute = math.floor(now / ${BUCKET_MS}) + 2, (math.floor(now / ${MINUTE_MS}) + 1) * ${MINUTE_MS}
local known = redis.call("HGET", KEYS[2], "bucket") or redis.call("HGET", KEYS[2], "settled")
local reply, granted, taken, lives, at = {epoch, 1}, {}, {}, {}, 4
for i = 3, #KEYS do
  local limit, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  if i <= counters + 2 then
    local used = tonumber(redis.call("HGET", KEYS[i], "used") or "0")
    local over = math.floor((minute - tonumber(redis.call("HGET", KEYS[i], "end") or "0")) / ${MINUTE_MS})
    if over > 0 then used = math.max(0, used - over * limit) end
    granted[i] = used + amount > limit and -1 or math.max(amount, math.min(tonumber(ARGV[at + 2]), limit - used))
    taken[i] = used
    lives[i] = limit
    reply[#reply + 1] = used
  else
    local spent, reserved = tonumber(redis.call("HGET", KEYS[i], "spent") or "0"), 0
    for b = bucket - 1, bucket do reserved = reserved + tonumber(redis.call("HGET", KEYS[i], "r" .. b) or "0") end
    local left = limit - spent - reserved
    granted[i] = -1
    if amount == 0 or left >= amount or ARGV[at + 2] == "warn" then granted[i] = amount
    elseif left > 0 and reserved == 0 then granted[i] = left end
    lives[i] = spent == 0 and reserved == 0 and ARGV[at + 3] or "0"
    reply[#reply + 1] = spent
    reply[#reply + 1] = reserved
  end
  if known then granted[i] = tonumber(redis.call("HGET", KEYS[2], KEYS[i]) or "0") end
  if granted[i] < 0 and ARGV[at + 2] ~= "skip" then reply[2] = 0 end
  reply[#reply + 1] = granted[i]
  at = at + (taken[i] and 3 or 4)
end
if ARGV[1] ~= "take" or known or reply[2] == 0 then return reply end
redis.call("HSET", KEYS[2], "bucket", bucket)
redis.call("PEXPIRE", KEYS[2], ${2 * BUCKET_MS})
for i = 3, #KEYS do
  if granted[i] ~= 0 then redis.call("HSET", KEYS[2], KEYS[i], granted[i]) end
  if granted[i] > 0 and taken[i] then
    local used = taken[i] + granted[i]
    redis.call("HSET", KEYS[i], "used", used, "end", minute)
    redis.call("PEXPIRE", KEYS[i], (2 + math.floor(used / lives[i])) * ${MINUTE_MS})
  elseif granted[i] > 0 then
    redis.call("HINCRBY", KEYS[i], "r" .. bucket, granted[i])
    if lives[i] ~= "0" then redis.call("PEXPIRE", KEYS[i], lives[i]) end
  end
end
return reply
`,
  run(store, [epochKey = "", call = "", ...subjects], [mode = "", now = "", counters = "", ...args]): HoldRow {
    const epoch = store.text(epochKey);
    if (epoch === null) return [null];
    const [bucket, minute] = [Math.floor(Number(now) / BUCKET_MS) + 2, minuteEnd(Number(now))];
    const known = store.field(call, "bucket") !== null || store.field(call, "settled") !== null;
    const row: [epoch: string, admitted: number, ...numbers: number[]] = [epoch, 1];
    const read = subjects.map((key, index) => {
      const isCounter = index < Number(counters);
      const at = index * 3 + Math.max(0, index - Number(counters));
      const [limit, amount, third] = [Number(args[at]), Number(args[at + 1]), args[at + 2]];
      const { before, ...status } = isCounter
        ? counterStatus(store, key, { limit, amount, desired: Number(third) }, minute)
        : accountStatus(store, key, { limit, amount, warns: third === "warn" }, bucket);
      const granted = known ? Number(store.field(call, key) ?? 0) : status.granted;
      if (granted < 0 && third !== "skip") row[1] = 0;
      row.push(...before, granted);
      return { key, isCounter, limit, granted, before, lives: args[at + 3] ?? "0" };
    });
    if (mode !== "take" || known || row[1] === 0) return row;
    const fields = read
      .filter(({ granted }) => granted !== 0)
      .map(({ key, granted }): [string, string] => [key, `${granted}`]);
    store.setFields(call, [["bucket", String(bucket)], ...fields]);
    store.expireIn(call, String(2 * BUCKET_MS));
    for (const { key, isCounter, limit, granted, before, lives } of read) {
      if (granted <= 0) continue;
      if (isCounter) countTokens(store, key, { used: (before[0] ?? 0) + granted, end: minute, limit });
      else store.incrementField(key, `r${bucket}`, String(granted));
      if (!isCounter && lives !== "0" && before.every((taken) => taken === 0)) store.expireIn(key, lives);
    }
    return row;
  },
};

/** When the minute is over that is open at `now`. */
export const minuteEnd = (now: number): number => (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;

/** A counter lives until it owes nothing. */
export function countTokens(
  store: Store,
  key: string,
  { used, end, limit }: { used: number; end: number; limit: number },
) {
  store.setFields(key, [
    ["used", String(used)],
    ["end", String(end)],
  ]);
  store.expireIn(key, String((2 + Math.floor(used / limit)) * MINUTE_MS));
}

function counterStatus(
  store: Store,
  key: string,
  { limit, amount, desired }: { limit: number; amount: number; desired: number },
  minute: number,
) {
  const over = Math.floor((minute - Number(store.field(key, "end") ?? 0)) / MINUTE_MS);
  const recorded = Number(store.field(key, "used") ?? 0);
  const used = over > 0 ? Math.max(0, recorded - over * limit) : recorded;
  return { before: [used], granted: used + amount > limit ? -1 : Math.max(amount, Math.min(desired, limit - used)) };
}

function accountStatus(
  store: Store,
  key: string,
  { limit, amount, warns }: { limit: number; amount: number; warns: boolean },
  bucket: number,
) {
  const spent = Number(store.field(key, "spent") ?? 0);
  const reserved = [bucket - 1, bucket].reduce((sum, each) => sum + Number(store.field(key, `r${each}`) ?? 0), 0);
  const left = limit - spent - reserved;
  const fits = amount === 0 || left >= amount || warns;
  return { before: [spent, reserved], granted: fits ? amount : left > 0 && reserved === 0 ? left : -1 };
}
