import type { Redis } from "@upstash/redis";
import { Failure } from "@/lib/errors";
import { processRedis } from "@/lib/redis/process";

/** Without a configured Redis there is no gateway, and nothing to sync. */
export async function writeProjection(work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = processRedis();
  if (!redis) return;
  await work(redis).catch((cause) => {
    throw new Failure("unavailable", "The gateway's store cannot be reached. Nothing was changed; try again.", {
      retryAfterSeconds: 2,
      cause,
    });
  });
}
