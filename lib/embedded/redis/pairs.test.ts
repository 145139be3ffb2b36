// Each script's Lua and its function, over the same schedules: the same replies, and the same data for whoever reads them.
import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Engine, RedisError, type Reply, requesterOf } from "@/lib/redis/engine";
import { redisOver } from "@/lib/redis/redis";
import { scripts } from "@/lib/redis/scripts";
import { remaining, take } from "@/lib/redis/scripts/fixed-window";
import { lookUp } from "@/lib/redis/scripts/look-up";
import { evaluate } from "@/lib/redis/scripts/script";
import { connectTcp } from "@/lib/redis/tcp";
import { createMemoryEngine } from "./memory-engine";
import { watched } from "./testing/clients";
import { luaScripting } from "./testing/lua-scripting";
import { hasRedisServer, skippedBecause, startRedisServer } from "./testing/redis-server";

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** Each script's Lua, as its caller sends it to a Redis that does not know it. */
async function luaOfAll(): Promise<ReadonlyMap<string, string>> {
  const { requester, lua } = watched(requesterOf(createMemoryEngine({ scripting: luaScripting() })));
  const redis = redisOver(requester);
  const limiter = new Ratelimit({ redis, limiter: Ratelimit.fixedWindow(1, "60 s"), ephemeralCache: false });
  await limiter.limit("ann");
  await limiter.getRemaining("ann");
  await evaluate(redis, lookUp, ["keys", "settings"], ["hash", "marker", "version", "global", "none"]);
  return lua;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  return () => {
    vi.useRealTimers();
  };
});

it("knows every script that its callers send, by the hash of its Lua", async () => {
  const lua = await luaOfAll();
  expect([...lua.keys()].sort()).toEqual([...scripts.keys()].sort());
  expect(createHash("sha1").update(lookUp.lua).digest("hex")).toBe(lookUp.hash);
});

type Words = readonly (string | number)[];
const run = (hash: string, keys: Words, args: Words): Words => ["EVALSHA", hash, keys.length, ...keys, ...args];
const taken = (counter: string, limit: number, amount: number | string) =>
  run(take.hash, [counter], [limit, MINUTE, amount]);
const left = (counter: string, limit: number) => run(remaining.hash, [counter], [limit]);
const looked = (keyHash: string, known = "") =>
  run(lookUp.hash, ["keys", "settings"], [keyHash, "marker", "version", "global", known]);
const key = (organizationId: unknown) => JSON.stringify({ id: "ý", organizationId, list: [1, { deep: null }] });

/** What each command answers; a refusal by the beginning of its words. */
const cases: [title: string, ...steps: [command: Words, reply: unknown][]][] = [
  [
    "a window counts up and tells what is left",
    [taken("c", 10, 1), [1, 10]],
    [taken("c", 10, 4), [5, 10]],
    [left("c", 10), [5, 10]],
  ],
  [
    "what is given back is free again, also below nothing",
    [taken("c", 2, 3), [3, 2]],
    [taken("c", 2, -1), [2, 2]],
    [taken("c", 2, -5), [-3, 2]],
    [left("c", 2), [5, 2]],
  ],
  ["a window that nobody has used", [left("c", 7), [7, 7]]],
  ["another limit reads the same count", [taken("c", 10, 6), [6, 10]], [left("c", 4), [-2, 4]]],
  [
    "large numbers stay exact",
    [taken("c", 9_000_000_000, 5_000_000_000), [5_000_000_000, 9_000_000_000]],
    [left("c", 9_000_000_000), [4_000_000_000, 9_000_000_000]],
  ],
  ["no projection", [looked("a"), [null, null, null, null]]],
  [
    "a key with its organization's settings",
    [["HSET", "keys", "a", key("o"), "marker", "m", "version", "v"], 3],
    [["HSET", "settings", "global", "{}", "o", '{"š":1}'], 2],
    [looked("a"), ["v", key("o"), "{}", '{"š":1}']],
    [looked("a", "w"), ["v", key("o"), "{}", '{"š":1}']],
    [looked("b"), ["v", null, "{}", null]],
  ],
  [
    "a key whose organization has no settings",
    [["HSET", "keys", "a", key("p"), "marker", "m", "version", "v"], 3],
    [looked("a"), ["v", key("p"), null, null]],
  ],
  [
    "a key without an organization",
    [["HSET", "keys", "a", key(null)], 1],
    [looked("a"), [null, key(null), null, null]],
  ],
  [
    "a key whose organization is no text",
    [["HSET", "keys", "a", key(7)], 1],
    [["HSET", "settings", "7", "x"], 1],
    [looked("a"), [null, key(7), null, null]],
  ],
  [
    "of a version that is known no more than the version, while the projection stands",
    [["HSET", "keys", "a", key("o"), "marker", "m", "version", "v"], 3],
    [looked("a", "v"), ["v"]],
    [["HDEL", "keys", "marker"], 1],
    [looked("a", "v"), [null, key("o"), null, null]],
    [["HSET", "keys", "marker", "m"], 1],
    [["HDEL", "keys", "version"], 1],
    [looked("a", ""), [null, key("o"), null, null]],
  ],
  [
    "a window over something else",
    [["HSET", "h", "f", "v"], 1],
    [taken("h", 1, 1), /WRONGTYPE/],
    [left("h", 1), /WRONGTYPE/],
  ],
  ["a projection over something else", [taken("keys", 1, 1), [1, 1]], [looked("a"), /WRONGTYPE/]],
  ["an amount that is no integer", [taken("c", 1, "x"), /ERR value is not an integer/], [left("c", 1), [1, 1]]],
];

const plain = (reply: Reply | undefined): unknown => (reply instanceof RedisError ? { refused: reply.message } : reply);
const sendTo = async (engine: Engine, words: Words) => plain((await engine.run([words.map(String)]))[0]);

function behaves(start: () => Promise<{ engine: Engine; stop(): Promise<unknown> }>) {
  let engine: Engine;
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    ({ engine, stop } = await start());
  });
  afterAll(() => stop());
  beforeEach(() => engine.run([["FLUSHALL"]]));

  it.each(cases)("%s", async (_title, ...steps) => {
    for (const [command, expected] of steps) {
      const refused = expected instanceof RegExp ? { refused: expect.stringMatching(expected) } : expected;
      expect([command, await sendTo(engine, command)]).toEqual([command, refused]);
    }
  });

  it("answers random schedules as the functions do", async () => {
    const functions = createMemoryEngine();
    for (let seed = 1; seed <= 40; seed += 1) {
      await Promise.all([engine.run([["FLUSHALL"]]), functions.run([["FLUSHALL"]])]);
      const random = randomOf(seed);
      for (let step = 0; step < 60; step += 1) {
        const command = anyCommand(random);
        const [expected, reply] = [await sendTo(functions, command), await sendTo(engine, command)];
        expect({ seed, step, command, reply: codeOf(reply) }).toEqual({ seed, step, command, reply: codeOf(expected) });
      }
    }
    await functions.close();
  });
}

/** A refusal's wording is the engine's own, and Lua wraps it. */
const codeOf = (reply: unknown): unknown =>
  typeof reply === "object" && reply !== null && "refused" in reply
    ? { refused: /WRONGTYPE|NOSCRIPT|ERR/.exec(String(reply.refused))?.[0] }
    : reply;

/** Numbers from 0 to `below`, the same for each seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pick = <T>(random: (below: number) => number, values: readonly [T, ...T[]]): T =>
  values[random(values.length)] ?? values[0];

function anyCommand(random: (below: number) => number): Words {
  const counter = pick(random, ["c", "d", "keys"]);
  const hash = pick(random, ["keys", "settings", "next"]);
  const field = pick(random, ["a", "b", "o", "p", "marker", "version", "global"]);
  return pick<() => Words>(random, [
    () => taken(counter, random(5), random(6) - 2),
    () => taken(counter, random(5) + 2 ** 33, (random(3) - 1) * 2 ** 32),
    () => left(counter, random(5)),
    () => looked(field),
    () => looked(field, `v${random(3)}`),
    () => ["HSET", hash, field, key(pick<unknown>(random, ["o", "p", null, 7])), "version", `v${random(3)}`],
    () => ["HSET", hash, "marker", "m"],
    () => ["HDEL", hash, field, "marker"],
    () => ["RENAME", "next", hash],
    () => ["FLUSHALL"],
  ])();
}

describe("the functions", () => {
  behaves(async () => {
    const engine = createMemoryEngine();
    return { engine, stop: () => engine.close() };
  });
});

const knowingLua = async (engine: Engine): Promise<Engine> => {
  for (const source of (await luaOfAll()).values())
    await engine.run([["EVAL", source, "2", "unused", "unused", "1", "1", "0"].slice(0)]);
  return engine;
};

describe("their Lua", () => {
  behaves(async () => {
    const engine = await knowingLua(createMemoryEngine({ scripting: luaScripting() }));
    return { engine, stop: () => engine.close() };
  });
});

describe.skipIf(!hasRedisServer)(`their Lua in a real Redis${skippedBecause}`, () => {
  behaves(async () => {
    const server = await startRedisServer();
    const engine = await knowingLua(await connectTcp(server.url));
    return { engine, stop: () => engine.close().then(server.stop) };
  });
});

/** A minute's windows as the limiter itself uses them, while the clock goes on. */
describe("the limiter itself", () => {
  const standings = async (redis: Redis, seed: number) => {
    vi.setSystemTime(START);
    const random = randomOf(seed);
    const seen: unknown[] = [];
    for (let step = 0; step < 60; step += 1) {
      vi.setSystemTime(Date.now() + random(3) * random(30_000));
      const limiter = new Ratelimit({
        redis,
        limiter: Ratelimit.fixedWindow(1 + random(4), "60 s"),
        ephemeralCache: false,
        timeout: 0,
      });
      const subject = pick(random, ["ann", "bob"]);
      const { pending: _, ...standing } =
        random(4) === 0
          ? { pending: null, ...(await limiter.getRemaining(subject)) }
          : await limiter.limit(subject, { rate: random(5) - 1 });
      seen.push(standing);
    }
    return seen;
  };

  it("sees the same by Lua as by functions", async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const [functions, lua] = [createMemoryEngine(), createMemoryEngine({ scripting: luaScripting() })];
      const expected = await standings(redisOver(requesterOf(functions)), seed);
      expect(await standings(redisOver(requesterOf(lua)), seed)).toEqual(expected);
      await Promise.all([functions.close(), lua.close()]);
    }
  });
});
