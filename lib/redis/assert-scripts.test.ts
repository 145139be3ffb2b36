// A Redis is ready when it runs scripts, not when it answers alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { reachScripts } from "@/lib/embedded/reachable";
import { type EmbeddedRedis, startRedis } from "@/lib/embedded/redis/start";
import { startRespServer } from "@/lib/embedded/redis/testing/resp-server";
import { StartupError } from "@/lib/startup-error";
import { assertScripts } from "./assert-scripts";

let server: Awaited<ReturnType<typeof startRespServer>>;
let opened: EmbeddedRedis;
beforeAll(async () => {
  server = await startRespServer();
  opened = await startRedis({ redisUrl: server.url });
});
afterAll(async () => {
  await opened.stop();
  await server.stop();
});

test("a Redis without Upstash's flags runs the gateway's scripts", async () => {
  await expect(assertScripts(opened.redis)).resolves.toBeUndefined();
});

test("the embedded Redis runs the gateway's scripts", async () => {
  const embedded = await startRedis();
  await expect(assertScripts(embedded.redis)).resolves.toBeUndefined();
  await embedded.stop();
});

test("a Redis that refuses scripts is not ready, and no server starts on it", async () => {
  server.refuseScripts();
  expect(await opened.redis.ping()).toBe("PONG");
  await expect(assertScripts(opened.redis)).rejects.toThrow("NOPERM");
  const refused = reachScripts("REDIS_URL", server.url, opened.redis);
  await expect(refused).rejects.toThrow(StartupError);
  await expect(refused).rejects.toThrow(/^REDIS_URL: 127.0.0.1:\d+ does not run the gateway's scripts/);
});
