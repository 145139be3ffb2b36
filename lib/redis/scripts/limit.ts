import type { Script } from "./script";

/** 1, or 0 where a window has no room and none was changed; then how many each has counted. */
export type LimitRow = [admitted: number, ...counted: number[]];

/**
 * Counts requests in several windows, in all of them or in none. KEYS: each window's counter. ARGV: how many requests, 0 to read
 * and less to give back; the milliseconds that a window lives; each window's limit.
 */
export const limit: Script = {
  hash: "b7e900b64a8af6ba73d14313d0409adbddd2eaea",
  lua: `
local amount, reply = tonumber(ARGV[1]), {1}
for i = 1, #KEYS do
  reply[i + 1] = tonumber(redis.call("GET", KEYS[i]) or "0")
  if amount > 0 and reply[i + 1] + amount > tonumber(ARGV[i + 2]) then reply[1] = 0 end
end
if amount == 0 or reply[1] == 0 then return reply end
for i = 1, #KEYS do
  local before = reply[i + 1]
  reply[i + 1] = redis.call("INCRBY", KEYS[i], ARGV[1])
  if before == 0 then redis.call("PEXPIRE", KEYS[i], ARGV[2]) end
end
return reply
`,
  run(store, keys, [given = "", life = "", ...limits]): LimitRow {
    const amount = Number(given);
    const before = keys.map((key) => Number(store.text(key) ?? 0));
    const isAdmitted = amount <= 0 || before.every((used, index) => used + amount <= Number(limits[index]));
    if (amount === 0 || !isAdmitted) return [isAdmitted ? 1 : 0, ...before];
    const after = keys.map((key, index) => {
      const count = store.increment(key, given);
      if (before[index] === 0) store.expireIn(key, life);
      return count;
    });
    return [1, ...after];
  },
};
