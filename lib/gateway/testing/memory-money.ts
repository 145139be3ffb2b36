// Money as production counts it, on a Redis in memory.
import { createMemoryEngine } from "@/lib/embedded/redis/memory-engine";
import { requesterOf } from "@/lib/redis/engine";
import { redisOver } from "@/lib/redis/redis";
import { creditsOf } from "../money/claim";
import { redisMoney } from "../money/money";
import { MONEY, STORE_EPOCH } from "../money/names";
import type { Pricing } from "../money/price";
import type { Money } from "../parts";
import { key, NOW } from "./memory-parts";

/** `credits`: what the test's key has been paid, in micro-dollars. */
export function memoryMoney({ now = () => NOW, credits = 0 } = {}): Money {
  const redis = redisOver(requesterOf(createMemoryEngine({ clock: now })));
  const recover = async () => {
    await redis.set(STORE_EPOCH, "life");
    await redis.hincrby(MONEY + creditsOf(key.id), "spent", -credits);
  };
  const report = (error: unknown) => {
    throw error;
  };
  return redisMoney({ redis, outlive: () => undefined, recover, now, report });
}

/** One price for each token of the sandbox's echo and of the provider's models: thousandths of a dollar. */
export function priced(thousandths: number): Pricing {
  const rate = thousandths * 1_000_000_000;
  const rates = { input: rate, cachedInput: rate, cacheWrite: rate, output: rate, from: null, until: null };
  return { models: { "sandbox/echo": [rates], "acme/*": [rates] }, unknown: null, defaultOutputTokens: null };
}
