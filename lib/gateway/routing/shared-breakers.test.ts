// Two processes over one Redis.
import type { Redis } from "@upstash/redis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedRedis, startRedis } from "@/lib/embedded/redis/start";
import { redisOver } from "@/lib/redis/redis";
import { restRequester } from "@/lib/redis/rest";
import { redisDirectory } from "../limits/directory";
import { BREAKERS, GLOBAL, KEYS, MARKER, SETTINGS, VERSION } from "../limits/projected";
import { key, settings } from "../testing/memory-parts";
import { createHealth, type Health } from "./health";
import { breakerExchange } from "./shared-breakers";

let server: EmbeddedRedis;
beforeAll(async () => {
  server = await startRedis({});
});
afterAll(() => server.stop());

const breaker = { failures: 1, openMs: 30_000, successes: 1 };
let now = 1_000_000;

function process() {
  const sent: string[] = [];
  const requester = restRequester(server);
  const redis: Redis = redisOver({
    request: (command) => {
      sent.push(JSON.stringify(command.body));
      return requester.request(command);
    },
  });
  const works: Promise<unknown>[] = [];
  const note = (work: Promise<unknown>) => void works.push(work);
  const exchange = breakerExchange(
    redis,
    () => health.breakers,
    () => now,
    note,
    (error) => {
      throw error;
    },
  );
  const health: Health = createHealth(() => now, exchange.tell);
  const directory = redisDirectory({
    redis,
    unseal: async (text) => text,
    recover: async () => {},
    now: () => now,
    report: () => undefined,
    changed: exchange.learn,
  });
  /** A request looks its key up; what that has begun is waited for. */
  const request = async () => {
    sent.length = 0;
    await directory.find("hash");
    await Promise.all(works.splice(0));
    return sent.length;
  };
  const settle = () => Promise.all(works.splice(0));
  return { redis, health, request, settle };
}

test("a breaker that opens in one process opens in others at their next request", async () => {
  const [one, other] = [process(), process()];
  await one.redis.hset(KEYS, { [MARKER]: "m", [VERSION]: "1", hash: JSON.stringify(key) });
  await one.redis.hset(SETTINGS, { [GLOBAL]: JSON.stringify({ ...settings, providers: [] }) });
  await Promise.all([one.request(), other.request()]);
  expect(await other.request()).toBe(1);

  one.health.breakers.begin("t");
  one.health.breakers.failed("t", breaker);
  await one.settle();
  await other.request();
  expect(other.health.breakers.waitFor("t")).toBe(30_000);
  expect(await other.request()).toBe(1);

  now += 30_000;
  one.health.breakers.begin("t");
  one.health.breakers.succeeded("t", breaker);
  await one.settle();
  expect(await one.redis.hget(BREAKERS, "t")).toBeNull();
});

test("an open breaker that no process closed is removed in time", async () => {
  const one = process();
  await one.redis.hset(BREAKERS, { gone: now - 3_600_001, late: now - 1 });
  await one.request();
  expect(one.health.breakers.waitFor("late")).toBe(0);
  expect(await Promise.all([one.redis.hget(BREAKERS, "gone"), one.redis.hget(BREAKERS, "late")])).toEqual([
    null,
    `${now - 1}`,
  ]);
});
