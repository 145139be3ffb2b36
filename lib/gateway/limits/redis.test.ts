// The parts on Redis, over Upstash's protocol.
import type { Redis } from "@upstash/redis";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type EmbeddedRedis, startRedis } from "@/lib/embedded/redis/start";
import { redisOver } from "@/lib/redis/redis";
import { restRequester } from "@/lib/redis/rest";
import type { Level } from "../limits/reading";
import { key, NOW, settings, organization as unset } from "../testing/memory-parts";
import { redisDirectory } from "./directory";
import { redisLimiter } from "./limiter";
import { GLOBAL, KEYS, MARKER, SETTINGS, VERSION } from "./projected";

let server: EmbeddedRedis;
let redis: Redis;
const unreachable = () => redisOver(restRequester({ url: "http://127.0.0.1:9", token: "x" }));
beforeAll(async () => {
  server = await startRedis({});
  redis = redisOver(restRequester(server));
});
afterAll(() => server.stop());
beforeEach(async () => {
  await redis.flushall();
  // The windows are the clock's: it stands still, so that none of them ends in the middle of a test.
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  return () => {
    vi.useRealTimers();
  };
});

const level = (name: Level["name"], limit: number): Level => ({ name, subject: `${name}:1`, limit });
const limiter = () =>
  redisLimiter(
    redis,
    () => Date.now(),
    () => undefined,
  );
const remaining = async (...levels: Level[]) => (await limiter().peek(levels)).map((reading) => reading.remaining);

describe("the limiter", () => {
  test("lets exactly the limit pass, however many requests arrive in parallel", async () => {
    const shared = limiter();
    const takes = await Promise.all(Array.from({ length: 50 }, () => shared.take([level("key", 10)])));
    expect(takes.filter(([reading]) => reading?.admitted)).toHaveLength(10);
    expect(await remaining(level("key", 10))).toEqual([0]);
  });

  test("counts at every level, and reads without counting", async () => {
    const levels = [level("global", 9), level("organization", 5), level("key", 2)];
    expect((await limiter().take(levels)).map((reading) => reading.remaining)).toEqual([8, 4, 1]);
    expect(await remaining(...levels)).toEqual([8, 4, 1]);
    expect(await remaining(...levels)).toEqual([8, 4, 1]);
  });

  test("counts at no level if one refuses", async () => {
    const levels = [level("global", 9), level("key", 1)];
    await limiter().take(levels);
    const refused = await limiter().take(levels);
    expect(refused.map(({ admitted, remaining }) => [admitted, remaining])).toEqual([
      [true, 8],
      [false, 0],
    ]);
    expect(await remaining(...levels)).toEqual([8, 0]);
  });

  test("lets others pass a shared level while one key exceeds its own", async () => {
    const global = level("global", 10);
    const [own, another] = ["one", "another"].map(
      (subject): Level => ({ name: "key", subject, limit: subject === "one" ? 1 : 9 }),
    );
    if (!own || !another) throw new Error("two keys");
    const shared = limiter();
    await shared.take([global, own]);
    await shared.take([global, own]);
    const beyond = Array.from({ length: 30 }, () => shared.take([global, own]));
    const others = await Promise.all(Array.from({ length: 9 }, () => shared.take([global, another])));
    expect(others.flat().every(({ admitted }) => admitted)).toBe(true);
    expect((await Promise.all(beyond)).every((readings) => readings.some(({ admitted }) => !admitted))).toBe(true);
    expect(await remaining(global, own)).toEqual([0, 0]);
  });

  test("counts again at a level that had refused once it has room", async () => {
    const levels = [level("global", 9), level("key", 1)];
    const shared = limiter();
    const taken = await shared.take(levels);
    await shared.take(levels);
    await shared.release(taken);
    expect((await shared.take(levels)).map(({ admitted }) => admitted)).toEqual([true, true]);
    expect(await remaining(...levels)).toEqual([8, 0]);
  });

  test("refunds what was taken, but nothing for a refused request", async () => {
    const levels = [level("global", 9), level("key", 1)];
    const taken = await limiter().take(levels);
    const refused = await limiter().take(levels);
    await limiter().release(refused);
    expect(await remaining(...levels)).toEqual([8, 0]);
    const released = await limiter().release(taken);
    expect(released.map((reading) => reading.remaining)).toEqual([9, 1]);
    expect(await remaining(...levels)).toEqual([9, 1]);
  });

  test("resets at the end of the minute, and applies a raised limit at once", async () => {
    const [reading] = await limiter().take([level("key", 1)]);
    expect(reading?.resetAt).toBe(NOW + 30_000);
    expect((await limiter().take([level("key", 1)]))[0]?.admitted).toBe(false);
    expect((await limiter().take([level("key", 2)]))[0]?.admitted).toBe(true);
    vi.setSystemTime(NOW + 30_000);
    expect((await limiter().take([level("key", 1)]))[0]?.admitted).toBe(true);
  });

  test("lets requests pass when Redis is unreachable, and says so", async () => {
    const report = vi.fn();
    const deaf = redisLimiter(unreachable(), () => NOW, report);
    expect(await deaf.take([level("key", 3)])).toEqual([
      { level: level("key", 3), admitted: true, remaining: 3, resetAt: NOW + 30_000, counterReached: false },
    ]);
    expect(await deaf.peek([level("key", 3)])).toMatchObject([{ counterReached: false }]);
    expect(report).toHaveBeenCalled();
  });
});

describe("the directory", () => {
  const organization = { ...unset, rateLimiting: { enabled: true, rpm: 5 } };
  const sealedSettings = {
    ...settings,
    providers: settings.providers.map((provider) => ({ ...provider, apiKey: "sealed" })),
  };
  const changed = { [VERSION]: "1" };
  const project = async () => {
    await redis.hset(SETTINGS, { [GLOBAL]: JSON.stringify(sealedSettings), "org-1": JSON.stringify(organization) });
    await redis.hset(KEYS, {
      hash: JSON.stringify(key),
      lone: JSON.stringify({ ...key, organizationId: null }),
      [MARKER]: "now",
      [VERSION]: "0",
    });
  };
  const unseal = vi.fn(async () => "opened");
  const world = { now: () => NOW, report: () => undefined };
  const directory = (recover = vi.fn(async () => undefined)) => redisDirectory({ ...world, redis, unseal, recover });

  test("finds a key with its organization's settings, and unseals provider keys once", async () => {
    await project();
    unseal.mockClear();
    const own = directory();
    const found = await own.find("hash");
    expect(found).toMatchObject({ key, organization, settings: { modelMap: settings.modelMap } });
    expect(found.settings.providers[0]).toMatchObject({ apiKey: "opened" });
    expect(await own.find("lone")).toMatchObject({ organization: null });
    expect(await own.find("unknown")).toMatchObject({ key: null });
    expect(await own.find(null)).toMatchObject({ key: null });
    expect(unseal).toHaveBeenCalledTimes(1);
  });

  test("unseals an organization's own provider keys once, too", async () => {
    await project();
    await redis.hset(SETTINGS, { "org-1": JSON.stringify({ ...organization, providers: sealedSettings.providers }) });
    unseal.mockClear();
    const own = directory();
    expect((await own.find("hash")).organization?.providers).toMatchObject([{ apiKey: "opened" }]);
    await own.find("hash");
    expect(unseal).toHaveBeenCalledTimes(2);
  });

  test("finds a change on the next lookup", async () => {
    await project();
    const own = directory();
    await Promise.all([own.find("hash"), own.find("lone")]);
    await redis.hset(SETTINGS, {
      "org-1": JSON.stringify({ ...organization, rateLimiting: { enabled: true, rpm: 6 } }),
    });
    await redis.hdel(KEYS, "lone");
    await redis.hset(KEYS, changed);
    expect((await own.find("hash")).organization?.rateLimiting.rpm).toBe(6);
    expect((await own.find("lone")).key).toBeNull();
    expect(own.recall("lone")).toBeNull();
  });

  test("remembers what it found, and returns the same while nothing of it has changed", async () => {
    await project();
    const own = directory();
    expect(own.recall("hash")).toBeNull();
    const found = await own.find("hash");
    expect(own.recall("hash")).toBe(found);
    expect(await own.find("hash")).toBe(found);
    await redis.hset(KEYS, { ...changed, other: JSON.stringify(key) });
    expect(await own.find("hash")).toBe(found);
    await redis.hset(KEYS, { [VERSION]: "2", hash: JSON.stringify({ ...key, rateLimitRpm: 1 }) });
    expect(own.recall("hash")).toBe(found);
    expect(await own.find("hash")).toMatchObject({ key: { rateLimitRpm: 1 } });
  });

  test("remembers only hashes of keys, and only a bounded number", async () => {
    await project();
    const own = directory();
    await own.find("invented");
    expect(own.recall("invented")).toBeNull();
    const names = Array.from({ length: 10_001 }, (_, index) => `k${index}`);
    await redis.hset(KEYS, Object.fromEntries(names.map((name) => [name, JSON.stringify(key)])));
    await Promise.all(names.map((name) => own.find(name)));
    expect(own.recall("k0")).toBeNull();
    expect(own.recall("k10000")).toMatchObject({ key });
  }, 180_000);

  test("restores a lost projection once for all who wait", async () => {
    const recover = vi.fn(project);
    const own = redisDirectory({ ...world, redis, unseal, recover });
    const found = await Promise.all([own.find("hash"), own.find("hash"), own.find("hash")]);
    expect(found.map((lookup) => lookup.key?.id)).toEqual(["key-1", "key-1", "key-1"]);
    expect(recover).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["nobody restores it", () => directory()],
    [
      "Redis is out of reach",
      () =>
        redisDirectory({
          ...world,
          redis: unreachable(),
          unseal,
          recover: async () => undefined,
        }),
    ],
    [
      "a provider's key cannot be opened",
      () => redisDirectory({ ...world, redis, recover: project, unseal: () => Promise.reject(new Error("no")) }),
    ],
  ])("answers with 503 when %s", async (_name, own) => {
    await expect(own().find("hash")).rejects.toMatchObject({
      code: "service_unavailable",
      detail: { retryAfterSeconds: 2 },
    });
  });
});
