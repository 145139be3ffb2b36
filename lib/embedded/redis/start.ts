import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { Redis } from "@upstash/redis";
import { requesterOf } from "@/lib/redis/engine";
import type { Namespace } from "@/lib/redis/namespace";
import { redisOver } from "@/lib/redis/redis";
import { connectTcp } from "@/lib/redis/tcp";
import { createMemoryEngine } from "./memory-engine";
import { createRestServer } from "./server";

export interface EmbeddedRedis {
  /** For this process. */
  redis: Redis;
  /** The same without a namespace. */
  shared: Redis;
  /** For others, over Upstash's REST protocol. */
  url: string;
  token: string;
  stop(): Promise<void>;
}

interface RedisOptions {
  redisUrl?: string | undefined;
  namespace?: Namespace | undefined;
}

/**
 * Opens the Redis at `redisUrl`, else one in memory, which is forgotten at `stop`, and serves it on a free loopback port as
 * well. Rejects when the Redis cannot be reached. `namespace`: what the names of this process's keys begin with.
 */
export async function startRedis({ redisUrl, namespace }: RedisOptions = {}): Promise<EmbeddedRedis> {
  const engine = redisUrl === undefined ? createMemoryEngine() : await connectTcp(redisUrl);
  const requester = requesterOf(engine);
  const token = randomBytes(32).toString("base64url");
  const server = createRestServer(requester, token);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    redis: redisOver(requester, namespace),
    shared: redisOver(requester),
    url: `http://127.0.0.1:${portOf(server)}`,
    token,
    async stop() {
      server.closeAllConnections();
      server.close();
      await engine.close();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The Redis server has no port.");
  return address.port;
}
