// A Redis that stalls: what was reserved for calls that never began is free again as soon as it answers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMemoryEngine } from "@/lib/embedded/redis/memory-engine";
import { startRespServer } from "@/lib/embedded/redis/testing/resp-server";
import { stallingProxy } from "@/lib/embedded/redis/testing/stalling-proxy";
import { type Engine, requesterOf } from "@/lib/redis/engine";
import { redisOver } from "@/lib/redis/redis";
import { connectTcp } from "@/lib/redis/tcp";
import { priced } from "../testing/memory-money";
import { ask, chat, memoryParts, settings, webGateway } from "../testing/memory-parts";
import type { Claim } from "./claim";
import { redisMoney } from "./money";
import { STORE_EPOCH } from "./names";
import { MOST_RELEASES } from "./releases";

const STALL_MS = 1500;
const limit = 1_000_000;
const key = { budget: { period: "daily" as const, limit, action: "block" as const }, rateLimitTpm: 1_000_000 };

describe("30 calls during a stall of Redis", () => {
  let server: Awaited<ReturnType<typeof startRespServer>>;
  let proxy: Awaited<ReturnType<typeof stallingProxy>>;
  let engine: Engine;
  beforeAll(async () => {
    server = await startRespServer();
    proxy = await stallingProxy(server.url);
    engine = await connectTcp(proxy.url);
  });
  afterAll(async () => {
    await engine.close();
    proxy.stop();
    await server.stop();
  });
  beforeEach(() => engine.run([["FLUSHALL"], ["SET", STORE_EPOCH, "life"]]));

  function open(storeOutage: "open" | "closed") {
    const redis = redisOver(requesterOf(engine));
    const money = redisMoney({
      redis,
      now: Date.now,
      report: () => undefined,
      recover: async () => undefined,
      outlive: () => undefined,
    });
    const parts = memoryParts({ key, money, settings: { ...settings, pricing: priced(0.01), storeOutage } });
    const gateway = webGateway({ ...parts, now: Date.now });
    const call = async () => (await gateway.createChatCompletion(ask({ body: chat("sandbox/echo") }))).status;
    const left = async () => {
      const response = await gateway.getCurrentKey(ask({ method: "GET", path: "/v1/key" }));
      const { budgets, tokens } = await response.json();
      return { spent: budgets[0].spent, reserved: budgets[0].reserved, tokens: tokens[0].remaining };
    };
    return { call, left, entries: parts.entries };
  }

  test("are refused, and hold nothing after it answers again", async () => {
    const { call, left } = open("closed");
    expect(await call()).toBe(200);
    await expect.poll(async () => (await left()).reserved).toBe(0);
    const before = await left();
    proxy.stall();
    const calls = Promise.all(Array.from({ length: 30 }, call));
    await new Promise((resolve) => setTimeout(resolve, STALL_MS));
    proxy.goOn();
    expect(new Set(await calls)).toEqual(new Set([503]));
    await expect.poll(left).toEqual({ ...before, tokens: expect.any(Number), reserved: 0 });
    expect((await left()).tokens).toBeGreaterThanOrEqual(before.tokens);
    expect(await call()).toBe(200);
  });

  test("that pass uncounted hold nothing, either", async () => {
    const { call, left, entries } = open("open");
    await call();
    proxy.stall();
    const calls = Promise.all(Array.from({ length: 30 }, call));
    await new Promise((resolve) => setTimeout(resolve, STALL_MS));
    proxy.goOn();
    expect(new Set(await calls)).toEqual(new Set([200]));
    await expect.poll(async () => (await left()).reserved).toBe(0);
    expect(entries.filter(({ life }) => life === null)).toHaveLength(30);
  });
});

describe("a hold whose reply never arrived", () => {
  const claimOf = (amount: number): Claim => ({
    reserves: true,
    tokens: [],
    alternatives: [],
    at: Date.now(),
    accounts: [{ kind: "credits", account: "a", amount, isOwed: true }],
  });

  /** Redis executes what it is sent while it is `mute`, and says nothing; while it is `gone` it executes nothing. */
  function open() {
    const memory = createMemoryEngine();
    const state = { mode: "well" as "well" | "mute" | "gone", sent: 0 };
    const engine: Engine = {
      ...memory,
      async run(commands) {
        state.sent += commands.length;
        if (state.mode !== "gone") {
          const replies = await memory.run(commands);
          if (state.mode === "well") return replies;
        }
        throw new Error("The connection is lost.");
      },
    };
    const reported: unknown[] = [];
    const redis = redisOver(requesterOf(engine));
    const money = redisMoney({
      redis,
      now: Date.now,
      report: (error) => reported.push(error),
      recover: async () => undefined,
      outlive: () => undefined,
    });
    const reserved = async () => (await money.hold(claimOf(0), false)).accounts[0]?.reserved;
    return { memory, state, money, reserved, reported };
  }

  test("is released", async () => {
    const { memory, state, money, reserved } = open();
    await memory.run([["SET", STORE_EPOCH, "life"]]);
    state.mode = "mute";
    expect(await money.hold(claimOf(5), true)).toMatchObject({ isHeld: false, life: null });
    state.mode = "well";
    await expect.poll(reserved).toBe(0);
  });

  test("is released, too, if the call's end could not be recorded", async () => {
    const { memory, state, money, reserved } = open();
    await memory.run([["SET", STORE_EPOCH, "life"]]);
    const budgetHold = await money.hold(claimOf(5), true);
    expect(await reserved()).toBe(5);
    state.mode = "gone";
    expect(await money.settle(budgetHold, { tokens: 0, cost: 3, booked: [], entry: null })).toBe(false);
    state.mode = "well";
    await expect.poll(reserved).toBe(0);
  });

  test("is remembered up to a limit", async () => {
    const { state, money, reported } = open();
    state.mode = "gone";
    const holds = Array.from({ length: MOST_RELEASES + 5 }, () => money.hold(claimOf(1), true));
    await Promise.all(holds);
    const dropped = reported.filter((error) => String(error).includes("released"));
    expect(dropped).toHaveLength(1);
    state.mode = "well";
  });
});
