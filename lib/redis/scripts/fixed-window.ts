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
  hash: "e621cfa1bf79816e236755bae11062fc8a0913c2",
  run(store, keys, [limit = "", window = "", amount = ""]) {
    const counter = counterIn(keys);
    const used = store.increment(counter, amount);
    if (used === Number(amount)) store.expireIn(counter, window);
    return [used, Number(limit)];
  },
};

/** Answers how many requests are left, and the limit. */
export const remaining: Script = {
  hash: "d8916faf3559355c7a018fe086f75919918a8b2f",
  run(store, keys, [limit = ""]) {
    const used = Number(store.text(counterIn(keys)) ?? 0);
    return [Number(limit) - used, Number(limit)];
  },
};

/** The hashes of their plain form, by those of the limiter's own, which begins with a line that names flags of Upstash's. */
export const plainHashes = new Map([
  ["b2efc02798c8e9b471a10f9b1d5745db89923ff3", take.hash],
  ["823cb2a5a902d69681244f5e28e5ebb8f2a89edd", remaining.hash],
]);
