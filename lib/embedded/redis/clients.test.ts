// The limiter and our client over each maker: in the process, over REST, and over TCP.
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { redisOver } from "@/lib/redis/redis";
import { restRequester } from "@/lib/redis/rest";
import { startRedis } from "./start";
import { hasRedisServer, skippedBecause, startRedisServer } from "./testing/redis-server";
import { startRespServer } from "./testing/resp-server";

interface Stand {
  redis: Redis;
  stop(): Promise<void>;
}

function servesClients(start: () => Promise<Stand>) {
  let redis: Redis;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ redis, stop } = await start());
  });
  afterAll(() => stop());
  beforeEach(() => redis.flushall());

  const limiterOf = (limit = 10) =>
    new Ratelimit({ redis, limiter: Ratelimit.fixedWindow(limit, "1 h"), ephemeralCache: false });

  it("lets exactly ten of forty parallel requests pass", async () => {
    const limiter = limiterOf();
    const results = await Promise.all(Array.from({ length: 40 }, () => limiter.limit("ann")));
    expect(results.filter(({ success }) => success)).toHaveLength(10);
    expect(results.every(({ limit, reset }) => limit === 10 && reset > Date.now())).toBe(true);
  });

  it("charges and refunds by rate, and reports the rest", async () => {
    const limiter = limiterOf();
    expect((await limiter.getRemaining("ann")).remaining).toBe(10);
    expect(await limiter.limit("ann", { rate: 7 })).toMatchObject({ success: true, remaining: 3 });
    expect((await limiter.getRemaining("ann")).remaining).toBe(3);
    expect(await limiter.limit("ann", { rate: -5 })).toMatchObject({ success: true, remaining: 8 });
    expect((await limiter.limit("bob")).remaining).toBe(9);
  });

  it.each(["Žluťoučký kůň 🐎", '{"a":[1]}', "12", "true", "null", "OK", ""])(
    "keeps the text %j as text",
    async (text) => {
      await redis.hset("hash", { field: text });
      expect(await redis.hget("hash", "field")).toBe(text);
      expect(await redis.hget("hash", "none")).toBeNull();
    },
  );

  it("runs parallel transactions without mixing their commands", async () => {
    await redis.hset("a", { f: "1" });
    const swap = () => redis.multi().rename("a", "b").rename("b", "c").rename("c", "a").exec();
    expect(await Promise.all(Array.from({ length: 20 }, swap))).toEqual(
      Array.from({ length: 20 }, () => ["OK", "OK", "OK"]),
    );
  });

  it("continues after a refused command, in a pipeline and in a transaction", async () => {
    const commands = await Promise.allSettled([
      redis.hset("h", { f: "v" }),
      redis.rename("none", "h"),
      redis.hget("h", "f"),
    ]);
    expect(commands.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const failed = await redis.multi().rename("none", "h").hdel("h", "f").exec({ keepErrors: true });
    expect(failed.map(({ result, error }) => result ?? error?.split(" ")[0])).toEqual(["ERR", 1]);
  });
}

describe("in the process", () =>
  servesClients(async () => {
    const { redis, stop } = await startRedis();
    return { redis, stop };
  }));

describe("over REST", () =>
  servesClients(async () => {
    const server = await startRedis();
    return { redis: redisOver(restRequester(server)), stop: server.stop };
  }));

describe("over TCP", () =>
  servesClients(async () => {
    const server = await startRespServer();
    const { redis, stop } = await startRedis({ redisUrl: server.url });
    return { redis, stop: () => stop().then(server.stop) };
  }));

/** What passes commands on as they are, scripts as well. */
async function proxied(url: string): Promise<Stand> {
  const proxy = await startRedis({ redisUrl: url });
  return { redis: redisOver(restRequester(proxy)), stop: proxy.stop };
}

describe("over REST, a proxy to a Redis that refuses the line with a script's flags", () =>
  servesClients(async () => {
    const server = await startRespServer();
    const { redis, stop } = await proxied(server.url);
    return { redis, stop: () => stop().then(server.stop) };
  }));

describe.skipIf(!hasRedisServer)(`over REST, a proxy in front of a real Redis${skippedBecause}`, () =>
  servesClients(async () => {
    const real = await startRedisServer();
    const { redis, stop } = await proxied(real.url);
    return { redis, stop: () => stop().then(real.stop) };
  }),
);

describe.skipIf(!hasRedisServer)(`over TCP, a real Redis${skippedBecause}`, () =>
  servesClients(async () => {
    const real = await startRedisServer();
    const { redis, stop } = await startRedis({ redisUrl: real.url });
    return { redis, stop: () => stop().then(real.stop) };
  }),
);

describe("a Redis over TCP", () => {
  it("reconnects after a lost connection, scripts included, and fails commands meanwhile", async () => {
    const server = await startRespServer();
    const { redis, stop } = await startRedis({ redisUrl: server.url });
    const limiter = new Ratelimit({
      redis,
      limiter: Ratelimit.fixedWindow(9, "1 h"),
      ephemeralCache: false,
      timeout: 0,
    });
    await limiter.limit("ann");
    server.dropAll();
    await expect(redis.hset("h", { f: "v" })).rejects.toThrow();
    await expect.poll(() => limiter.getRemaining("ann").catch(() => null)).toMatchObject({ remaining: 8 });
    expect((await limiter.limit("ann")).remaining).toBe(7);
    await stop();
    await server.stop();
  });

  it("fails commands after three seconds if it hangs", async () => {
    const server = await startRespServer();
    const { redis, stop } = await startRedis({ redisUrl: server.url });
    server.fallSilent();
    await expect(redis.hget("h", "f")).rejects.toThrow("did not answer within 3000 ms");
    await expect(redis.multi().hdel("h", "f").exec()).rejects.toThrow("did not answer within 3000 ms");
    await stop();
    await server.stop();
  });

  it("is reported at once if it is not running", async () => {
    const server = await startRespServer();
    await server.stop();
    await expect(startRedis({ redisUrl: server.url })).rejects.toThrow();
  });
});
