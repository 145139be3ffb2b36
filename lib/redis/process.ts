// The Redis of this process: the one that it received at its start, otherwise the Upstash of the environment.
import type { Redis } from "@upstash/redis";
import { namespaceOf } from "./namespace";
import { redisOver } from "./redis";
import { restRequester } from "./rest";

export interface ProcessRedis {
  /** Where the installation has its keys. */
  redis: Redis;
  /** The same Redis without the installation's namespace: for data of earlier versions. */
  shared: Redis;
}

let provided: ProcessRedis | null = null;
let connected: (ProcessRedis & { address: string }) | undefined;

/** Gives the process a Redis; null takes it back. */
export function provideRedis(redis: Redis | null, shared: Redis | null = redis): void {
  provided = redis && shared && { redis, shared };
}

/** The same client each time; null if there is no Redis. */
export const processRedis = (): Redis | null => bothRedis()?.redis ?? null;

/** The process's Redis with and without its namespace. */
export function bothRedis(): ProcessRedis | null {
  if (provided) return provided;
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = process.env;
  const { ASSAY_INSTALLATION, AUTH_SECRET } = process.env;
  if (!url || !token) return null;
  const address = [url, ASSAY_INSTALLATION, AUTH_SECRET].join("\n");
  if (connected?.address !== address) {
    const requester = restRequester({ url, token });
    const redis = redisOver(requester, namespaceOf({ ASSAY_INSTALLATION, AUTH_SECRET }));
    connected = { address, redis, shared: redisOver(requester) };
  }
  return connected;
}
