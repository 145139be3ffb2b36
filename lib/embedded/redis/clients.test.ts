// The real clients, over HTTP, on both engines.
import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedRedis, startRedis } from "./start";
import { hasRedisServer, skippedBecause, startRedisServer } from "./testing";

interface Stand {
  server: EmbeddedRedis;
  stop(): Promise<void>;
}

const client = ({ url, token }: EmbeddedRedis, options: { enableAutoPipelining?: boolean } = {}) =>
  new Redis({ url, token, enableTelemetry: false, enableAutoPipelining: false, ...options });

const algorithms = {
  "fixed window": () => Ratelimit.fixedWindow(10, "1 h"),
  "sliding window": () => Ratelimit.slidingWindow(10, "1 h"),
  "token bucket": () => Ratelimit.tokenBucket(5, "1 h", 10),
};

function servesClients(start: () => Promise<Stand>) {
  let stand: Stand;
  let redis: Redis;
  beforeAll(async () => {
    stand = await start();
    redis = client(stand.server);
  });
  afterAll(() => stand.stop());
  beforeEach(() => redis.flushall());

  const limiterOf = (algorithm: () => ReturnType<typeof Ratelimit.fixedWindow>, on = redis, dynamicLimits = false) =>
    new Ratelimit({ redis: on, limiter: algorithm(), analytics: false, ephemeralCache: false, dynamicLimits });

  describe.each(Object.entries(algorithms))("rate limiting by %s", (_title, algorithm) => {
    it.each([false, true])(
      "lets exactly ten of forty pass at once (automatic pipelining: %s)",
      async (enableAutoPipelining) => {
        const limiter = limiterOf(algorithm, client(stand.server, { enableAutoPipelining }));
        const results = await Promise.all(Array.from({ length: 40 }, () => limiter.limit("ann")));
        expect(results.filter(({ success }) => success)).toHaveLength(10);
        expect(results.every(({ limit, reset }) => limit === 10 && reset > Date.now())).toBe(true);
      },
    );

    it("charges and refunds by rate, tells what remains and forgets on request", async () => {
      const limiter = limiterOf(algorithm);
      expect((await limiter.getRemaining("ann")).remaining).toBe(10);
      expect(await limiter.limit("ann", { rate: 7 })).toMatchObject({ success: true, remaining: 3 });
      expect((await limiter.getRemaining("ann")).remaining).toBe(3);
      expect(await limiter.limit("ann", { rate: -5 })).toMatchObject({ success: true, remaining: 8 });
      expect((await limiter.limit("bob")).remaining).toBe(9);
      await limiter.resetUsedTokens("ann");
      expect((await limiter.getRemaining("ann")).remaining).toBe(10);
      expect((await limiter.getRemaining("bob")).remaining).toBe(9);
    });

    it("obeys a limit set while it runs", async () => {
      const limiter = limiterOf(algorithm, redis, true);
      await limiter.setDynamicLimit({ limit: 2 });
      expect(await limiter.getDynamicLimit()).toEqual({ dynamicLimit: 2 });
      const results = [await limiter.limit("ann"), await limiter.limit("ann"), await limiter.limit("ann")];
      expect(results.map(({ success, limit }) => [success, limit])).toEqual([
        [true, 2],
        [true, 2],
        [false, 2],
      ]);
      await limiter.setDynamicLimit({ limit: false });
      expect((await limiter.limit("ann")).limit).toBe(10);
    });
  });

  it("lets an ephemeral cache refuse without asking again", async () => {
    const cache = new Map<string, number>();
    const limiter = new Ratelimit({ redis, limiter: Ratelimit.fixedWindow(1, "1 h"), ephemeralCache: cache });
    await limiter.limit("ann");
    expect((await limiter.limit("ann")).success).toBe(false);
    expect(cache.size).toBe(1);
    expect(await limiter.limit("ann")).toMatchObject({ success: false, reason: "cacheBlock" });
  });

  it("finds a script by its hash once it has been given, and says NOSCRIPT before", async () => {
    await redis.scriptFlush();
    const source = "#!lua flags=allow-key-locking\nreturn redis.call('INCRBY', KEYS[1], ARGV[1])";
    const script = redis.createScript<number>(source);
    await expect(redis.evalsha("0".repeat(40), [], [])).rejects.toThrow(/NOSCRIPT/);
    expect(await script.exec(["n"], ["5"])).toBe(5);
    const hash = await redis.scriptLoad(source);
    expect(await redis.scriptExists(hash, "0".repeat(40))).toEqual([1, 0]);
    expect(await redis.evalsha(hash, ["n"], ["2"])).toBe(7);
    expect(await redis.evalshaRo(await redis.scriptLoad("return redis.call('GET', KEYS[1])"), ["n"], [])).toBe(7);
  });

  it("keeps values of every shape", async () => {
    await redis.set("text", "Žluťoučký kůň 🐎");
    expect(await redis.get("text")).toBe("Žluťoučký kůň 🐎");
    expect(await redis.set("text", "x", { nx: true })).toBeNull();
    await redis.hset("hash", { name: "Ána", count: 3, nested: { deep: ["ý"] } });
    expect(await redis.hgetall("hash")).toEqual({ name: "Ána", count: 3, nested: { deep: ["ý"] } });
    expect(await redis.hgetall("none")).toBeNull();
    expect(await redis.hmget("hash", "name", "none")).toEqual({ name: "Ána", none: null });
    await redis.zadd("scores", { score: 2, member: "two" }, { score: 1, member: "one" });
    expect(await redis.zrange("scores", 0, -1, { withScores: true })).toEqual(["one", 1, "two", 2]);
    expect(await redis.zrange("scores", 2, "-inf", { byScore: true, rev: true })).toEqual(["two", "one"]);
    await redis.rpush<unknown>("list", "a", { b: 1 });
    expect(await redis.lrange("list", 0, -1)).toEqual(["a", { b: 1 }]);
    expect(await redis.scan(0, { match: "te*", count: 100 })).toEqual(["0", ["text"]]);
    expect(await redis.eval("return {1, ARGV[1], false, {'x'}}", [], ["ü"])).toEqual([1, "ü", null, ["x"]]);
  });

  it("carries a stream of usage to a group of consumers", async () => {
    const id = await redis.xadd(
      "usage",
      "*",
      { tokens: 12, model: "sandbox/é" },
      { trim: { type: "MAXLEN", threshold: 1000, comparison: "~" } },
    );
    expect(await redis.xrange("usage", "-", "+")).toEqual({ [id]: { tokens: 12, model: "sandbox/é" } });
    expect(await redis.xgroup("usage", { type: "CREATE", group: "ledger", id: "0" })).toBe("OK");
    expect(await redis.xreadgroup("ledger", "one", "usage", ">", { count: 10 })).toEqual([
      ["usage", [[id, ["tokens", 12, "model", "sandbox/é"]]]],
    ]);
    expect(await redis.xautoclaim("usage", "ledger", "two", 0, "0-0")).toEqual([
      "0-0",
      [[id, ["tokens", 12, "model", "sandbox/é"]]],
      [],
    ]);
    expect(await redis.xack("usage", "ledger", id)).toBe(1);
    expect(await redis.xlen("usage")).toBe(1);
  });

  it("runs pipelines and transactions", async () => {
    expect(await redis.pipeline().set("k", "ě").get("k").incr("n").exec()).toEqual(["OK", "ě", 1]);
    expect(await redis.multi().incr("n").hset("h", { a: "ř" }).hgetall("h").exec()).toEqual([2, 1, { a: "ř" }]);
    const failed = await redis.multi().set("k", "text").incr("k").get("k").exec({ keepErrors: true });
    expect(failed.map(({ result, error }) => result ?? error?.split(" ")[0])).toEqual(["OK", "ERR", "text"]);
  });

  it("settles concurrent transactions one after the other", async () => {
    const both = await Promise.all(
      Array.from({ length: 50 }, () => redis.multi().incr("left").incr("right").exec<[number, number]>()),
    );
    expect(both.every(([left, right]) => left === right)).toBe(true);
    expect(await redis.mget("left", "right")).toEqual([50, 50]);
  });
}

describe("the clients on the engine in memory", () =>
  servesClients(async () => {
    const server = await startRedis();
    return { server, stop: () => server.stop() };
  }));

describe.skipIf(!hasRedisServer)(`the clients on a real Redis${skippedBecause}`, () =>
  servesClients(async () => {
    const real = await startRedisServer();
    const server = await startRedis({ redisUrl: real.url });
    return {
      server,
      async stop() {
        await server.stop();
        await real.stop();
      },
    };
  }),
);
