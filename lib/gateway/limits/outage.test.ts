// A Redis that goes away under a gateway that knows its callers, and what `store_outage` makes of their calls.
import { expect, test } from "vitest";
import { createMemoryEngine } from "@/lib/embedded/redis/memory-engine";
import { type Command, type Engine, RedisError, requesterOf } from "@/lib/redis/engine";
import { redisOver } from "@/lib/redis/redis";
import type { Budget } from "../money/budget";
import { creditsOf } from "../money/claim";
import { redisMoney } from "../money/money";
import { MONEY, STORE_EPOCH } from "../money/names";
import { sha256 } from "../sha256";
import { priced } from "../testing/memory-money";
import { ask, chat, KEY, key, memoryParts, NOW, settings, webGateway } from "../testing/memory-parts";
import { redisDirectory } from "./directory";
import { redisLimiter } from "./limiter";
import { GLOBAL, KEYS, MARKER, SETTINGS, VERSION } from "./projected";

const HOUR = 3_600_000;
const budget: Budget = { period: "daily", limit: 5_000_000, action: "block" };
const echo = chat("sandbox/echo", { max_tokens: 10 });

async function open(
  storeOutage: "open" | "closed" | null,
  failing: Error | "silence" | "no scripts" = new Error("gone"),
) {
  const clock = { now: NOW };
  const now = () => clock.now;
  const engine = createMemoryEngine({ clock: now });
  const state = { isDown: false };
  const fail = () => (failing instanceof Error ? Promise.reject(failing) : new Promise<never>(() => undefined));
  const refuse = async (commands: readonly Command[]) =>
    commands.map(() => new RedisError("NOPERM scripts are not allowed"));
  const flaky: Engine = {
    run: (commands) => (state.isDown ? (failing === "no scripts" ? refuse(commands) : fail()) : engine.run(commands)),
    transaction: (commands) => (state.isDown ? fail() : engine.transaction(commands)),
    close: () => engine.close(),
  };
  const redis = redisOver(requesterOf(flaky));
  const managed = "sk-managed";
  await redis.hset(SETTINGS, {
    [GLOBAL]: JSON.stringify({ ...settings, providers: [], pricing: priced(10), storeOutage }),
  });
  await redis.hset(KEYS, {
    [await sha256(KEY)]: JSON.stringify({ ...key, budget }),
    [await sha256(managed)]: JSON.stringify({ ...key, id: "managed", isManaged: true }),
    [MARKER]: "now",
    [VERSION]: "0",
  });
  await redis.set(STORE_EPOCH, "life");
  await redis.hincrby(MONEY + creditsOf("managed"), "spent", -1_000_000);
  const reported: unknown[] = [];
  const report = (error: unknown) => reported.push(error);
  const recover = async () => undefined;
  const parts = {
    ...memoryParts(),
    now,
    report,
    directory: redisDirectory({ redis, unseal: async (sealed) => sealed, recover, now, report }),
    limiter: redisLimiter(redis, now, report),
    money: redisMoney({ redis, outlive: () => undefined, now, report, recover }),
  };
  const gateway = webGateway(parts);
  const call = async (secret = KEY) => {
    const request = ask({ body: echo, headers: { authorization: `Bearer ${secret}` } });
    const { status, headers } = await gateway.createChatCompletion(request);
    return {
      status,
      uncounted: [headers.get("x-gateway-ratelimit-uncounted"), headers.get("x-gateway-money-uncounted")],
    };
  };
  return { call, managed, clock, state, entries: parts.entries, reported };
}

test.each(["gone", "no scripts"] as const)(
  "open lets known keys pass, marked as uncounted, and gives their cost to the ledger: %s",
  async (how) => {
    const failing = how === "gone" ? new Error(how) : how;
    const { call, managed, clock, state, entries, reported } = await open("open", failing);
    expect([await call(), await call(managed)]).toMatchObject([{ status: 200 }, { status: 200 }]);
    state.isDown = true;
    expect(await call()).toEqual({ status: 200, uncounted: ["true", "true"] });
    // Credits are never spent uncounted, and nobody else's key can be checked.
    expect([await call(managed), await call("sk-unknown")]).toMatchObject([{ status: 503 }, { status: 503 }]);
    expect(entries.map(({ keyId, cost, isCounted, life }) => ({ keyId, cost, isCounted, life }))).toEqual([
      { keyId: "key-1", cost: 70_000, isCounted: true, life: "life" },
      { keyId: "managed", cost: 70_000, isCounted: true, life: "life" },
      { keyId: "key-1", cost: 70_000, isCounted: true, life: null },
    ]);
    expect(reported.length).toBeGreaterThan(0);
    clock.now += HOUR;
    expect(await call()).toMatchObject({ status: 503 });
    state.isDown = false;
    expect(await call()).toEqual({ status: 200, uncounted: [null, null] });
  },
);

test.each([
  ["closed", "gone"],
  ["closed", "no scripts"],
  [null, "gone"],
] as const)("%s refuses what cannot be checked, and spends nothing: %s", async (storeOutage, how) => {
  const { call, state, entries } = await open(storeOutage, how === "gone" ? new Error(how) : how);
  await call();
  state.isDown = true;
  expect(await call()).toMatchObject({ status: 503 });
  expect(entries).toHaveLength(1);
});

test("open waits at most a second for a silent Redis", async () => {
  const { call, state } = await open("open", "silence");
  await call();
  state.isDown = true;
  const startedAt = performance.now();
  expect(await call()).toMatchObject({ status: 200 });
  expect(performance.now() - startedAt).toBeLessThan(2500);
});
