import type { OwnScript, Store } from "./script";

/** A reservation ends with the fifteen minutes' bucket after the next, so that no crash holds money for ever. */
export const BUCKET_MS = 900_000;

/**
 * Where everything stands before the call: the life of Redis (null: it has lost its memory, and nothing was done); 1 when all
 * admit the call, else 0; for each counter of tokens what is used and what this call was given; for each account what is spent,
 * what is reserved, and what this call was given. Given is -1 where it was refused.
 */
export type HoldRow = [life: null] | [life: string, admitted: number, ...standings: number[]];

/**
 * Reserves for a call, of everything or of nothing. KEYS: the life of Redis; the call; counters of tokens; accounts of money.
 * ARGV: `take`, or else only read; milliseconds since 1970; the number of counters; for each counter its limit, the tokens that
 * the call needs, those that it wants, and the milliseconds that the counter lives; for each account its limit, the amount, `warn`,
 * `skip` or else block, and the milliseconds that it lives, 0 for ever.
 *
 * A counter gives what is wanted as far as there is room, and refuses what cannot even give what is needed. An account with less
 * left than the amount gives all of it to a call that is alone with it, and admits an amount of 0 always. One to be skipped refuses without refusing the call, which
 * the caller leads elsewhere. A call that is known is given what it was given before; one that was
 * released before it came, nothing.
 */
export const hold: OwnScript = {
  hash: "f869bab447738dc8a7368602fe9a2ffa75224587",
  lua: `
local life = redis.call("GET", KEYS[1])
if not life then return {false} end
local now, counters = tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = math.floor(now / ${BUCKET_MS}) + 2
local known = redis.call("HGET", KEYS[2], "bucket") or redis.call("HGET", KEYS[2], "settled")
local reply, given, fresh, at = {life, 1}, {}, {}, 4
for i = 3, #KEYS do
  local limit, amount = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  if i <= counters + 2 then
    local used = tonumber(redis.call("GET", KEYS[i]) or "0")
    given[i] = used + amount > limit and -1 or math.max(amount, math.min(tonumber(ARGV[at + 2]), limit - used))
    fresh[i] = used == 0
    reply[#reply + 1] = used
  else
    local spent, reserved = tonumber(redis.call("HGET", KEYS[i], "spent") or "0"), 0
    for b = bucket - 1, bucket do reserved = reserved + tonumber(redis.call("HGET", KEYS[i], "r" .. b) or "0") end
    local left = limit - spent - reserved
    given[i] = -1
    if amount == 0 or left >= amount or ARGV[at + 2] == "warn" then given[i] = amount
    elseif left > 0 and reserved == 0 then given[i] = left end
    fresh[i] = spent == 0 and reserved == 0
    reply[#reply + 1] = spent
    reply[#reply + 1] = reserved
  end
  if known then given[i] = tonumber(redis.call("HGET", KEYS[2], KEYS[i]) or "0") end
  if given[i] < 0 and ARGV[at + 2] ~= "skip" then reply[2] = 0 end
  reply[#reply + 1] = given[i]
  at = at + 4
end
if ARGV[1] ~= "take" or known or reply[2] == 0 then return reply end
redis.call("HSET", KEYS[2], "bucket", bucket)
redis.call("PEXPIRE", KEYS[2], ${2 * BUCKET_MS})
for i = 3, #KEYS do
  if given[i] ~= 0 then redis.call("HSET", KEYS[2], KEYS[i], given[i]) end
  if given[i] > 0 then
    if i <= counters + 2 then redis.call("INCRBY", KEYS[i], given[i])
    else redis.call("HINCRBY", KEYS[i], "r" .. bucket, given[i]) end
    local lives = ARGV[7 + (i - 3) * 4]
    if fresh[i] and lives ~= "0" then redis.call("PEXPIRE", KEYS[i], lives) end
  end
end
return reply
`,
  run(store, [lifeKey = "", call = "", ...subjects], [mode = "", now = "", counters = "", ...args]): HoldRow {
    const life = store.text(lifeKey);
    if (life === null) return [null];
    const bucket = Math.floor(Number(now) / BUCKET_MS) + 2;
    const known = store.field(call, "bucket") !== null || store.field(call, "settled") !== null;
    const row: [life: string, admitted: number, ...standings: number[]] = [life, 1];
    const read = subjects.map((key, index) => {
      const [at, isCounter] = [index * 4, index < Number(counters)];
      const [limit, amount, third] = [Number(args[at]), Number(args[at + 1]), args[at + 2]];
      const { before, ...standing } = isCounter
        ? counterStanding(store, key, { limit, amount, wanted: Number(third) })
        : accountStanding(store, key, { limit, amount, warns: third === "warn" }, bucket);
      const given = known ? Number(store.field(call, key) ?? 0) : standing.given;
      if (given < 0 && third !== "skip") row[1] = 0;
      row.push(...before, given);
      return { key, isCounter, given, isFresh: before.every((taken) => taken === 0), lives: args[at + 3] ?? "0" };
    });
    if (mode !== "take" || known || row[1] === 0) return row;
    const fields = read.filter(({ given }) => given !== 0).map(({ key, given }): [string, string] => [key, `${given}`]);
    store.setFields(call, [["bucket", String(bucket)], ...fields]);
    store.expireIn(call, String(2 * BUCKET_MS));
    for (const { key, isCounter, given, isFresh, lives } of read) {
      if (given <= 0) continue;
      if (isCounter) store.increment(key, String(given));
      else store.incrementField(key, `r${bucket}`, String(given));
      if (isFresh && lives !== "0") store.expireIn(key, lives);
    }
    return row;
  },
};

function counterStanding(store: Store, key: string, terms: { limit: number; amount: number; wanted: number }) {
  const { limit, amount, wanted } = terms;
  const used = Number(store.text(key) ?? 0);
  return { before: [used], given: used + amount > limit ? -1 : Math.max(amount, Math.min(wanted, limit - used)) };
}

function accountStanding(
  store: Store,
  key: string,
  { limit, amount, warns }: { limit: number; amount: number; warns: boolean },
  bucket: number,
) {
  const spent = Number(store.field(key, "spent") ?? 0);
  const reserved = [bucket - 1, bucket].reduce((sum, each) => sum + Number(store.field(key, `r${each}`) ?? 0), 0);
  const left = limit - spent - reserved;
  const fits = amount === 0 || left >= amount || warns;
  return { before: [spent, reserved], given: fits ? amount : left > 0 && reserved === 0 ? left : -1 };
}
