import { BUCKET_MS, countTokens, MINUTE_MS, MOST_OWED } from "./hold";
import type { OwnScript, Store } from "./script";

/**
 * How long a settled call is known, so that settling it again has no effect: twice as long as retries last. Its grants are
 * deleted at once: with many calls they would fill most of a busy server's memory.
 */
const KNOWN_MS = 60_000;

/** 1 if the call is booked, now or before; 0 if Redis has lost its data since the hold, and nothing was done. */
export type SettleReply = 0 | 1;

/**
 * Ends the reservations of `hold` for a call, and books its usage. KEYS: the epoch of Redis; the call; the outbox of the ledger;
 * token counters; accounts of money. ARGV: the epoch of the reservation, or "" to release it in any; milliseconds since 1970; the
 * number of counters; the tokens used; the cost; the call's id and its ledger entry, or "" if it owes nothing; the end of the
 * minute of the reservation; for each counter its limit; for each account 1 if the cost is booked, otherwise 0, and the
 * account's lifetime in milliseconds, 0 for no end.
 *
 * Unused tokens are free again in the call's own minute; tokens used beyond the grant count as soon as they are known.
 */
export const settle: OwnScript = {
  hash: "ee9224937dfa47c5f0870567737a2a44c29deecc",
  lua: `
if ARGV[1] ~= "" and redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
if redis.call("HGET", KEYS[2], "settled") then return 1 end
local now, counters, used, cost = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local bucket, minute = redis.call("HGET", KEYS[2], "bucket"), tonumber(ARGV[8])
for i = 4, #KEYS do
  local granted = tonumber(redis.call("HGET", KEYS[2], KEYS[i]) or "0")
  if i <= counters + 3 then
    local ends, limit = tonumber(redis.call("HGET", KEYS[i], "end") or minute), tonumber(ARGV[i + 5])
    if used > granted or (used < granted and ends <= minute) then
      local sum = tonumber(redis.call("HGET", KEYS[i], "used") or "0") + used - granted
      sum = math.max(0, math.min(sum, ${MOST_OWED} * limit))
      redis.call("HSET", KEYS[i], "used", sum, "end", ends)
      redis.call("PEXPIRE", KEYS[i], (2 + math.floor(sum / limit)) * ${MINUTE_MS})
    end
  else
    local at = 9 + counters + (i - counters - 4) * 2
    if granted > 0 and tonumber(bucket) * ${BUCKET_MS} > now and redis.call("HGET", KEYS[i], "r" .. bucket) then
      if redis.call("HINCRBY", KEYS[i], "r" .. bucket, -granted) <= 0 then redis.call("HDEL", KEYS[i], "r" .. bucket) end
    end
    if ARGV[at] == "1" and cost > 0 then
      local spent = redis.call("HINCRBY", KEYS[i], "spent", cost)
      if spent == cost and ARGV[at + 1] ~= "0" then redis.call("PEXPIRE", KEYS[i], ARGV[at + 1]) end
    end
  end
end
redis.call("HSET", KEYS[2], "settled", 1)
for i = 4, #KEYS do redis.call("HDEL", KEYS[2], KEYS[i]) end
redis.call("PEXPIRE", KEYS[2], ${KNOWN_MS})
if ARGV[7] ~= "" then redis.call("HSET", KEYS[3], ARGV[6], ARGV[7]) end
return 1
`,
  run(store, [epochKey = "", call = "", outbox = "", ...subjects], args): SettleReply {
    const [epoch = "", now = "", counters = "", used = "", cost = "", id = "", entry = "", minute = "", ...rest] = args;
    const terms = rest.slice(Number(counters));
    if (epoch !== "" && store.text(epochKey) !== epoch) return 0;
    if (store.field(call, "settled") !== null) return 1;
    const bucket = store.field(call, "bucket");
    const reservation = `r${bucket}`;
    const isOpen = Number(bucket) * BUCKET_MS > Number(now);
    for (let index = 0; index < subjects.length; index++) {
      const key = subjects[index] ?? "";
      const granted = Number(store.field(call, key) ?? 0);
      if (index < Number(counters)) {
        settleTokens(store, key, Number(used) - granted, { minute: Number(minute), limit: Number(rest[index]) });
        continue;
      }
      const at = (index - Number(counters)) * 2;
      const isHeld = granted > 0 && isOpen && store.field(key, reservation) !== null;
      if (isHeld && store.incrementField(key, reservation, String(-granted)) <= 0)
        store.deleteFields(key, [reservation]);
      if (terms[at] !== "1" || Number(cost) <= 0) continue;
      const spent = store.incrementField(key, "spent", cost);
      const lives = terms[at + 1] ?? "0";
      if (spent === Number(cost) && lives !== "0") store.expireIn(key, lives);
    }
    store.setFields(call, [["settled", "1"]]);
    store.deleteFields(call, subjects);
    store.expireIn(call, String(KNOWN_MS));
    if (entry !== "") store.setFields(outbox, [[id, entry]]);
    return 1;
  },
};

function settleTokens(
  store: Store,
  key: string,
  more: number,
  { minute, limit }: { minute: number; limit: number },
): void {
  const end = Number(store.field(key, "end") ?? minute);
  if (more === 0 || (more < 0 && end > minute)) return;
  const sum = Number(store.field(key, "used") ?? 0) + more;
  countTokens(store, key, { used: Math.max(0, Math.min(sum, MOST_OWED * limit)), end, limit });
}
