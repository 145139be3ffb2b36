// Two installations on one Redis neither see nor break what is the other's.
import { expect, test } from "vitest";
import { dataCommands } from "@/lib/embedded/redis/commands";
import { createMemoryEngine } from "@/lib/embedded/redis/memory-engine";
import { watched } from "@/lib/embedded/redis/testing/clients";
import { redisDirectory } from "@/lib/gateway/limits/directory";
import { redisLimiter } from "@/lib/gateway/limits/limiter";
import { GLOBAL, KEYS, MARKER, SETTINGS, VERSION } from "@/lib/gateway/limits/projected";
import { redisMoney } from "@/lib/gateway/money/money";
import { OUTBOX, STORE_EPOCH } from "@/lib/gateway/money/names";
import { sha256 } from "@/lib/gateway/sha256";
import { priced } from "@/lib/gateway/testing/memory-money";
import { ask, chat, KEY, key, memoryParts, NOW, settings, webGateway } from "@/lib/gateway/testing/memory-parts";
import { requesterOf } from "./engine";
import { keysWithin, namespaceOf } from "./namespace";
import { redisOver } from "./redis";

const engine = createMemoryEngine({ clock: () => NOW });
const seen = watched(requesterOf(engine));

async function installation(id: string, limit: number) {
  const redis = redisOver(seen.requester, namespaceOf({ AUTH_SECRET: `${id} and then thirty-two characters` }));
  const budget = { period: "total" as const, limit, action: "block" as const };
  await redis.hset(SETTINGS, { [GLOBAL]: JSON.stringify({ ...settings, pricing: priced(10) }) });
  await redis.hset(KEYS, { [await sha256(KEY)]: JSON.stringify({ ...key, id, budget }), [MARKER]: "m", [VERSION]: id });
  await redis.set(STORE_EPOCH, id);
  const world = { redis, now: () => NOW, report: () => undefined, recover: async () => undefined };
  const gateway = webGateway({
    ...memoryParts(),
    directory: redisDirectory({ ...world, unseal: async (sealed) => sealed }),
    limiter: redisLimiter(redis, world.now, world.report),
    money: redisMoney({ ...world, outlive: () => undefined }),
  });
  const call = async () => {
    const { status, headers } = await gateway.createChatCompletion(ask({ body: chat("sandbox/echo") }));
    return {
      status,
      budget: headers.get("x-gateway-budget-remaining"),
      left: headers.get("x-ratelimit-remaining-requests"),
    };
  };
  return { redis, call };
}

test("installations share no keys, settings, limits, money or outbox", async () => {
  const [ann, bob] = [await installation("ann", 1_000_000), await installation("bob", 500_000)];
  expect(await ann.call()).toEqual({ status: 200, budget: "0.93", left: "99" });
  expect(await ann.call()).toEqual({ status: 200, budget: "0.86", left: "98" });
  expect(await bob.call()).toEqual({ status: 200, budget: "0.43", left: "99" });
  await bob.redis.rename(KEYS, "gone");
  expect(await bob.call()).toMatchObject({ status: 503 });
  expect(await ann.call()).toMatchObject({ status: 200, budget: "0.79" });
  const outboxes = [await ann.redis.hgetall(OUTBOX), await bob.redis.hgetall(OUTBOX)];
  expect(outboxes.map((fields) => (Array.isArray(fields) ? fields.length / 2 : 0))).toEqual([3, 1]);
  const names = seen.sent.flat().map((command) => JSON.stringify(command));
  expect(names.filter((text) => !text.includes("assay:{"))).toEqual([]);
});

test("an installation is named by its id, or by a hash that hides its secret", async () => {
  const secret = "a secret of more than thirty-two characters";
  const name = await namespaceOf({ AUTH_SECRET: secret });
  expect(name).toMatch(/^assay:\{[0-9a-f]{16}\}:$/);
  expect(await namespaceOf({ AUTH_SECRET: secret })).toBe(name);
  expect(await namespaceOf({ AUTH_SECRET: `${secret}!` })).not.toBe(name);
  expect((await sha256(secret)).startsWith(name.slice(7, 23))).toBe(false);
  expect(namespaceOf({ ASSAY_INSTALLATION: "staging", AUTH_SECRET: secret })).toBe("assay:{staging}:");
  expect(namespaceOf({})).toBe("");
});

test("the positions of keys are known for every command used, and other commands are refused", () => {
  for (const name of Object.keys(dataCommands)) expect(() => keysWithin([name, "a", "b"], "p:")).not.toThrow();
  expect(() => keysWithin(["keys", "*"], "p:")).toThrow("where keys has its keys");
  expect(keysWithin(["RENAME", "a", "b"], "p:")).toEqual(["RENAME", "p:a", "p:b"]);
  expect(keysWithin(["evalsha", "hash", 2, "a", "", "arg"], "p:")).toEqual(["evalsha", "hash", 2, "p:a", "", "arg"]);
});
