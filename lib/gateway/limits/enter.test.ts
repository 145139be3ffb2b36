// Whole gateways over one Redis: how often they ask it, and what holds when keys or settings have changed.
import type { Requester } from "@upstash/redis";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryEngine } from "@/lib/embedded/redis/memory-engine";
import { watched } from "@/lib/embedded/redis/testing/clients";
import { requesterOf } from "@/lib/redis/engine";
import { redisOver } from "@/lib/redis/redis";
import { remaining, take } from "@/lib/redis/scripts/fixed-window";
import { lookUp } from "@/lib/redis/scripts/look-up";
import type { GatewayKey, GatewaySettings } from "../settings";
import { sha256 } from "../sha256";
import { ask, chat, KEY, key, memoryParts, NOW, settings, webGateway } from "../testing/memory-parts";
import { redisDirectory } from "./directory";
import { redisLimiter } from "./limiter";
import { GLOBAL, KEYS, MARKER, SETTINGS, VERSION } from "./projected";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  return () => {
    vi.useRealTimers();
  };
});

/** A Redis with a projection, and gateways over it. */
async function world() {
  const requester = requesterOf(createMemoryEngine({ clock: () => NOW }));
  const redis = redisOver(requester);
  let version = 0;
  const write = async (own: Partial<GatewayKey> | null, global: Partial<GatewaySettings> = {}) => {
    const hash = await sha256(KEY);
    const change = redis.multi().hset(SETTINGS, { [GLOBAL]: JSON.stringify({ ...settings, ...global }) });
    if (own) change.hset(KEYS, { [hash]: JSON.stringify({ ...key, ...own }) });
    else change.hdel(KEYS, hash);
    version += 1;
    await change.hset(KEYS, { [MARKER]: "now", [VERSION]: String(version) }).exec();
  };
  await write({ rateLimitRpm: 5 });
  const gateway = (over: Requester = requester) => {
    const own = redisOver(over);
    const parts = memoryParts();
    const { createChatCompletion } = webGateway({
      ...parts,
      directory: redisDirectory({
        ...parts,
        redis: own,
        unseal: async (sealed) => sealed,
        recover: async () => undefined,
      }),
      limiter: redisLimiter(own, () => NOW, parts.report),
    });
    const complete = async (model = "sandbox/echo") => {
      const { status, headers } = await createChatCompletion(ask({ body: chat(model) }));
      return `${status} ${headers.get("x-ratelimit-remaining-requests")}/${headers.get("x-ratelimit-limit-requests")}`;
    };
    return { complete };
  };
  return { requester, redis, write, gateway };
}

const scriptsIn = (commands: unknown[]): unknown[] =>
  commands.map((words) => (Array.isArray(words) ? words[1] : undefined));

describe("a gateway asks Redis", () => {
  test("once for a request with a known key", async () => {
    const { requester, gateway } = await world();
    const { requester: watchedRequester, sent } = watched(requester);
    const { complete } = gateway(watchedRequester);
    expect(await complete()).toBe("200 4/5");
    expect(sent.splice(0).map(scriptsIn)).toEqual([[lookUp.hash], [take.hash, take.hash]]);
    expect(await complete()).toBe("200 3/5");
    expect(sent.splice(0).map(scriptsIn)).toEqual([[take.hash, take.hash, lookUp.hash]]);
  });

  test("once for a request that it refuses from memory, which is not counted", async () => {
    const { requester, gateway } = await world();
    const { requester: watchedRequester, sent } = watched(requester);
    const { complete } = gateway(watchedRequester);
    await complete();
    sent.length = 0;
    expect(await complete("none")).toBe("404 4/5");
    expect(sent.splice(0).map(scriptsIn)).toEqual([[remaining.hash, remaining.hash, lookUp.hash]]);
    expect(await complete()).toBe("200 3/5");
  });
});

describe("a change", () => {
  test.each<[string, string, Partial<GatewayKey> | null, Partial<GatewaySettings>, string, string]>([
    ["a key revoked", "sandbox/echo", null, {}, "401 98/100", "401 98/100"],
    ["a key that has ended", "sandbox/echo", { expiresAt: NOW }, {}, "401 98/100", "401 98/100"],
    ["a limit lowered to what is used", "sandbox/echo", { rateLimitRpm: 2 }, {}, "429 0/2", "429 0/2"],
    ["a limit raised", "sandbox/echo", { rateLimitRpm: 9 }, {}, "200 6/9", "200 5/9"],
    ["a limit taken away", "sandbox/echo", { rateLimitRpm: null }, {}, "200 97/100", "200 96/100"],
    ["a model forbidden", "sandbox/echo", { rateLimitRpm: 5, allowedModels: ["x"] }, {}, "403 3/5", "403 3/5"],
    [
      "a model that is new",
      "fresh",
      { rateLimitRpm: 5 },
      { modelMap: { fresh: "sandbox/echo" } },
      "200 2/5",
      "200 1/5",
    ],
    [
      "limits switched off",
      "sandbox/echo",
      {},
      { rateLimiting: { enabled: false, globalRpm: 1 } },
      "200 1000000000/1000000000",
      "200 1000000000/1000000000",
    ],
  ])("%s takes effect on the next request of every gateway", async (_name, model, own, global, first, second) => {
    const { gateway, write } = await world();
    const gateways = [gateway(), gateway()] as const;
    for (const { complete } of gateways) await complete();
    await write(own, global);
    expect(await gateways[0].complete(model)).toBe(first);
    expect(await gateways[1].complete(model)).toBe(second);
  });

  test("of another key costs no second round trip", async () => {
    const { requester, redis, gateway } = await world();
    const { requester: watchedRequester, sent } = watched(requester);
    const { complete } = gateway(watchedRequester);
    await complete();
    await redis.hset(KEYS, { other: JSON.stringify(key), [VERSION]: "next" });
    sent.length = 0;
    expect(await complete()).toBe("200 3/5");
    expect(sent).toHaveLength(1);
  });

  test("counts the request only once, and not at all if it is refused", async () => {
    const { gateway, write } = await world();
    const { complete } = gateway();
    await complete();
    await write({ rateLimitRpm: 50 });
    expect(await complete()).toBe("200 48/50");
    await write({ rateLimitRpm: 50, allowedModels: ["x"] });
    expect(await complete()).toBe("403 48/50");
    await write({ rateLimitRpm: 60 });
    expect(await complete()).toBe("200 57/60");
  });

  test("during forty requests to two gateways lets only the new limit pass", async () => {
    const { gateway, write } = await world();
    await write({ rateLimitRpm: 1000 });
    const [one, other] = [gateway(), gateway()];
    await Promise.all([one.complete(), other.complete()]);
    await write({ rateLimitRpm: 12 });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? one : other).complete()));
    expect(answers.filter((answer) => answer.startsWith("200"))).toHaveLength(10);
  });
});

test("without Redis a known key is refused, too, and the counted request is refunded", async () => {
  const { requester, gateway } = await world();
  let isGone = false;
  const { complete } = gateway({
    request(request) {
      if (isGone) throw new TypeError("fetch failed");
      return requester.request(request);
    },
  });
  await complete();
  isGone = true;
  expect(await complete()).toBe("503 6000/6000");
  isGone = false;
  expect(await complete()).toBe("200 3/5");
});

test("with missing settings, what was counted meanwhile is refunded", async () => {
  const { gateway, write, redis } = await world();
  const { complete } = gateway();
  await complete();
  await redis.hdel(SETTINGS, GLOBAL);
  await redis.hset(KEYS, { [VERSION]: "broken" });
  expect(await complete()).toBe("503 5999/6000");
  await write({ rateLimitRpm: 5 });
  expect(await complete()).toBe("200 3/5");
});
