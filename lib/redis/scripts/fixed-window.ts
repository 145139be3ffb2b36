// The scripts of @upstash/ratelimit's fixed windows, without limits that change while they run: of those we have none.
import { RedisError } from "../engine";
import type { Script } from "./script";

const counterIn = (keys: readonly string[]): string => {
  const [counter, dynamicLimit] = keys;
  if (counter === undefined || dynamicLimit) throw new RedisError("ERR a fixed window has one key, its counter");
  return counter;
};

/** Counts `amount` requests; answers how many the window has then, and the limit. */
export const take: Script = {
  hash: "b2efc02798c8e9b471a10f9b1d5745db89923ff3",
  run(store, keys, [limit = "", window = "", amount = ""]) {
    const counter = counterIn(keys);
    const used = store.increment(counter, amount);
    if (used === Number(amount)) store.expireIn(counter, window);
    return [used, Number(limit)];
  },
};

/** Answers how many requests are left, and the limit. */
export const remaining: Script = {
  hash: "823cb2a5a902d69681244f5e28e5ebb8f2a89edd",
  run(store, keys, [limit = ""]) {
    const used = Number(store.text(counterIn(keys)) ?? 0);
    return [Number(limit) - used, Number(limit)];
  },
};
