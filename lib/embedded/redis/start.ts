import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { createMemoryEngine } from "./memory/memory-engine";
import { createRestServer } from "./server";
import { connectUpstream } from "./upstream";

export interface EmbeddedRedis {
  url: string;
  token: string;
  stop(): Promise<void>;
}

/**
 * Serves Upstash's REST protocol on a free loopback port: over the Redis at `redisUrl`, else over memory, which is forgotten
 * at `stop`. Rejects when the Redis cannot be reached.
 */
export async function startRedis({ redisUrl }: { redisUrl?: string } = {}): Promise<EmbeddedRedis> {
  const engine = redisUrl === undefined ? createMemoryEngine() : await connectUpstream(redisUrl);
  const token = randomBytes(32).toString("base64url");
  const server = createRestServer(engine, token);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
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
