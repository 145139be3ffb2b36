// The Redis of this process: the one that it was given as it started, else the Upstash that the environment names.
import type { Redis } from "@upstash/redis";
import { redisOver } from "./redis";
import { restRequester } from "./rest";

let given: Redis | null = null;
let connected: { url: string; redis: Redis } | undefined;

/** Gives the process a Redis; null takes it back. */
export function provideRedis(redis: Redis | null): void {
  given = redis;
}

/** The same client each time; null where there is no Redis. */
export function processRedis(): Redis | null {
  if (given) return given;
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = process.env;
  if (!url || !token) return null;
  if (connected?.url !== url) connected = { url, redis: redisOver(restRequester({ url, token })) };
  return connected.redis;
}
