// Each script's Lua and its function, over the same schedules: the same replies, and the same data for all readers.
import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Engine, RedisError, type Reply, requesterOf } from "@/lib/redis/engine";
import { redisOver } from "@/lib/redis/redis";
import { scripts } from "@/lib/redis/scripts";
import { remaining, take } from "@/lib/redis/scripts/fixed-window";
import { BUCKET_MS, hold, minuteEnd } from "@/lib/redis/scripts/hold";
import { lookUp } from "@/lib/redis/scripts/look-up";
import { keepResponse, readResponses } from "@/lib/redis/scripts/responses";
import { evaluate } from "@/lib/redis/scripts/script";
import { settle } from "@/lib/redis/scripts/settle";
import { connectTcp } from "@/lib/redis/tcp";
import { createMemoryEngine } from "./memory-engine";
import { watched } from "./testing/clients";
import { luaScripting } from "./testing/lua-scripting";
import { hasRedisServer, skippedBecause, startRedisServer } from "./testing/redis-server";

const START = Date.UTC(2026, 0, 1);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Hooks run before the tests' own clock is set, and an engine that saw the real one would forget what the other still knows. */
const clock = () => START;

/** Each script's Lua, as its caller sends it to a Redis that does not know it. */
async function luaOfAll(): Promise<ReadonlyMap<string, string>> {
  const { requester, lua } = watched(requesterOf(createMemoryEngine({ scripting: luaScripting() })));
  const redis = redisOver(requester);
  const limiter = new Ratelimit({ redis, limiter: Ratelimit.fixedWindow(1, "60 s"), ephemeralCache: false });
  await limiter.limit("ann");
  await limiter.getRemaining("ann");
  await evaluate(redis, lookUp, ["keys", "settings"], ["hash", "marker", "version", "global", "none"]);
  await evaluate(redis, hold, ["life", "call"], ["take", "0", "0"]);
  await evaluate(redis, settle, ["life", "call", "outbox"], ["", "0", "0", "0", "0", "", "", "0"]);
  await evaluate(redis, keepResponse, ["r"], ["0", "1", "1", "1", "x", "1", "", "said", ""]);
  await evaluate(redis, readResponses, ["r"], ["0", "1", ""]);
  return lua;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  return () => {
    vi.useRealTimers();
  };
});

it("every script that callers send is known by the hash of its Lua", async () => {
  const lua = await luaOfAll();
  expect([...lua.keys()].sort()).toEqual([...scripts.keys()].sort());
  for (const script of [lookUp, hold, settle, keepResponse, readResponses])
    expect(createHash("sha1").update(script.lua).digest("hex")).toBe(script.hash);
});

type Words = readonly (string | number)[];
const run = (hash: string, keys: Words, args: Words): Words => ["EVALSHA", hash, keys.length, ...keys, ...args];
const taken = (counter: string, limit: number, amount: number | string) =>
  run(take.hash, [counter], [limit, MINUTE, amount]);
const left = (counter: string, limit: number) => run(remaining.hash, [counter], [limit]);
const looked = (keyHash: string, known = "") =>
  run(lookUp.hash, ["keys", "settings"], [keyHash, "marker", "version", "global", known]);

type Counter = [key: string, limit: number, needed: number, reserved: number];
type Account = [key: string, limit: number, amount: number, action?: "warn" | "block" | "skip"];
interface HoldCall {
  call: string;
  now?: number;
  counters?: Counter[];
  accounts?: Account[];
}
const reads = ({ call, now = 0, counters = [], accounts = [] }: HoldCall, mode = "read") => {
  const subjects = [
    ...counters,
    ...accounts.map(([name, limit, amount, action = "block"]) => [
      name,
      limit,
      amount,
      action,
      counters.length > 0 ? MINUTE : 0,
    ]),
  ];
  return run(
    hold.hash,
    ["life", call, ...subjects.map(([name = ""]) => name)],
    [mode, now, counters.length, ...subjects.flatMap(([, ...terms]) => terms)],
  );
};
const holds = (hold: HoldCall) => reads(hold, "take");
const settles = (
  { call, now = 0, counters = [], accounts = [] }: HoldCall,
  { life = "l", tokens = 0, cost = 0, entry = "", books = 1, began = now } = {},
) =>
  run(
    settle.hash,
    ["life", call, "outbox", ...counters.map(([name]) => name), ...accounts.map(([name]) => name)],
    [
      ...[life, now, counters.length, tokens, cost, call, entry, minuteEnd(began)],
      ...counters.map(([, limit]) => limit),
      ...accounts.flatMap(() => [books, 0]),
    ],
  );
/** Times in seconds: a real Redis goes by its own clock, and no schedule takes as long as answers live. */
interface StoreCall {
  now?: number;
  most?: number;
  room?: number;
  bytes?: number;
  before?: string;
  request?: string;
}
const keeps = (
  id: string,
  { now = 0, most = 3, room = 100, bytes = 10, before = "", request = `${id}?` }: StoreCall = {},
) => run(keepResponse.hash, ["r"], [now * SECOND, 100 * SECOND, most, room, id, bytes, before, `${id}!:\n`, request]);
const finds = (ids: string[], { now = 0, room = 100, before = "" } = {}) =>
  run(readResponses.hash, ["r"], [now * SECOND, room, before, ...ids]);
const lives = ["SET", "life", "l"];
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
    "a key whose organization is not text",
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
  [
    "nothing is held or settled in a Redis that has lost its memory",
    [holds({ call: "x", accounts: [["a", 10, 4]] }), [null]],
    [settles({ call: "x", accounts: [["a", 10, 4]] }, { cost: 4, entry: "e" }), 0],
    [["HGETALL", "a"], []],
    [["HGETALL", "outbox"], []],
  ],
  [
    "a call holds of all or of none, and reading holds nothing",
    [lives, "OK"],
    [reads({ call: "x", counters: [["t", 100, 10, 50]], accounts: [["a", 10, 4]] }), ["l", 1, 0, 50, 0, 0, 4]],
    [holds({ call: "x", counters: [["t", 100, 10, 50]], accounts: [["a", 10, 4]] }), ["l", 1, 0, 50, 0, 0, 4]],
    [holds({ call: "y", counters: [["t", 100, 60, 60]], accounts: [["a", 10, 4]] }), ["l", 0, 50, -1, 0, 4, 4]],
    [holds({ call: "z", counters: [["t", 100, 10, 90]], accounts: [["a", 10, 7]] }), ["l", 0, 50, 50, 0, 4, -1]],
    [reads({ call: "-", counters: [["t", 100, 10, 90]], accounts: [["a", 10, 6]] }), ["l", 1, 50, 50, 0, 4, 6]],
  ],
  [
    "what is left goes to a call that is alone, and spent is not reserved",
    [lives, "OK"],
    [holds({ call: "x", accounts: [["a", 10, 99]] }), ["l", 1, 0, 0, 10]],
    [holds({ call: "y", accounts: [["a", 10, 1]] }), ["l", 0, 0, 10, -1]],
    [settles({ call: "x", accounts: [["a", 10, 99]] }, { cost: 9, entry: "e" }), 1],
    [settles({ call: "x", accounts: [["a", 10, 99]] }, { cost: 9, entry: "e" }), 1],
    [
      ["HGETALL", "a"],
      ["spent", "9"],
    ],
    [
      ["HGETALL", "outbox"],
      ["x", "e"],
    ],
    [holds({ call: "y", accounts: [["a", 10, 1]] }), ["l", 1, 9, 0, 1]],
    [settles({ call: "y", accounts: [["a", 10, 1]] }), 1],
    [holds({ call: "z", accounts: [["a", 9, 1]] }), ["l", 0, 9, 0, -1]],
    [holds({ call: "z", accounts: [["a", 9, 5, "warn"]] }), ["l", 1, 9, 0, 5]],
  ],
  [
    "what costs nothing is admitted, also where everything is spent, overspent or reserved",
    [lives, "OK"],
    [["HSET", "a", "spent", "10"], 1],
    [["HSET", "b", "spent", "11"], 1],
    [holds({ call: "x", accounts: [["c", 10, 10]] }), ["l", 1, 0, 0, 10]],
    [
      holds({
        call: "y",
        accounts: [
          ["a", 10, 0],
          ["b", 10, 0, "skip"],
          ["c", 10, 0, "block"],
        ],
      }),
      ["l", 1, 10, 0, 0, 11, 0, 0, 0, 10, 0],
    ],
    [settles({ call: "y", accounts: [["a", 10, 0]] }), 1],
    [
      ["HGETALL", "a"],
      ["spent", "10"],
    ],
  ],
  [
    "an account that may be skipped refuses without refusing the call, also when that comes twice",
    [lives, "OK"],
    [["HSET", "a", "spent", "10"], 1],
    ...[1, 2].map((): [Words, unknown] => [
      holds({ call: "x", accounts: [["a", 10, 4, "skip"]] }),
      ["l", 1, 10, 0, -1],
    ]),
    [settles({ call: "x", accounts: [["a", 10, 4, "skip"]] }, { books: 0 }), 1],
    [
      ["HGETALL", "a"],
      ["spent", "10"],
    ],
  ],
  [
    "a call that comes twice holds once",
    [lives, "OK"],
    [holds({ call: "x", counters: [["t", 100, 10, 50]], accounts: [["a", 10, 4]] }), ["l", 1, 0, 50, 0, 0, 4]],
    [holds({ call: "x", counters: [["t", 100, 10, 50]], accounts: [["a", 10, 4]] }), ["l", 1, 50, 50, 0, 4, 4]],
    [settles({ call: "x", counters: [["t", 100, 10, 50]], accounts: [["a", 10, 4]] }, { tokens: 70 }), 1],
    [reads({ call: "-", counters: [["t", 100, 1, 99]], accounts: [["a", 10, 4]] }), ["l", 1, 70, 30, 0, 0, 4]],
  ],
  [
    "tokens beyond a limit are owed by the next minutes, each of which takes its limit off",
    [lives, "OK"],
    [holds({ call: "x", counters: [["t", 100, 10, 50]] }), ["l", 1, 0, 50]],
    [settles({ call: "x", counters: [["t", 100, 10, 50]] }, { tokens: 350 }), 1],
    [reads({ call: "-", now: MINUTE - 1, counters: [["t", 100, 1, 1]] }), ["l", 0, 350, -1]],
    [reads({ call: "-", now: MINUTE, counters: [["t", 100, 1, 1]] }), ["l", 0, 250, -1]],
    [reads({ call: "-", now: 3 * MINUTE, counters: [["t", 100, 1, 99]] }), ["l", 1, 50, 50]],
    [reads({ call: "-", now: 4 * MINUTE, counters: [["t", 100, 1, 99]] }), ["l", 1, 0, 99]],
    [holds({ call: "y", now: 3 * MINUTE, counters: [["t", 100, 1, 20]] }), ["l", 1, 50, 20]],
    [reads({ call: "-", now: 3 * MINUTE, counters: [["t", 100, 1, 99]] }), ["l", 1, 70, 30]],
  ],
  [
    "a call that ends in a later minute gives nothing back to that, and owes there what it used beyond",
    [lives, "OK"],
    [holds({ call: "x", counters: [["t", 100, 10, 50]] }), ["l", 1, 0, 50]],
    [holds({ call: "y", counters: [["t", 100, 10, 30]] }), ["l", 1, 50, 30]],
    [holds({ call: "z", now: MINUTE, counters: [["t", 100, 10, 10]] }), ["l", 1, 0, 10]],
    [settles({ call: "x", now: MINUTE, counters: [["t", 100, 0, 0]] }, { tokens: 5, began: 0 }), 1],
    [settles({ call: "y", now: MINUTE, counters: [["t", 100, 0, 0]] }, { tokens: 70, began: 0 }), 1],
    [reads({ call: "-", now: MINUTE, counters: [["t", 100, 1, 99]] }), ["l", 1, 50, 50]],
    [settles({ call: "z", now: MINUTE, counters: [["t", 100, 0, 0]] }, { tokens: 3 }), 1],
    [reads({ call: "-", now: MINUTE, counters: [["t", 100, 1, 99]] }), ["l", 1, 43, 57]],
  ],
  [
    "no more is owed than an hour's tokens, also by a call whose counter is gone",
    [lives, "OK"],
    [settles({ call: "x", counters: [["t", 100, 0, 0]] }, { tokens: 1e9 }), 1],
    [
      ["HGETALL", "t"],
      ["used", "6000", "end", String(MINUTE)],
    ],
  ],
  [
    "a reservation ends with its bucket, and its call is booked all the same",
    [lives, "OK"],
    [holds({ call: "x", accounts: [["a", 10, 4]] }), ["l", 1, 0, 0, 4]],
    [reads({ call: "-", now: 2 * BUCKET_MS - 1, accounts: [["a", 10, 1]] }), ["l", 1, 0, 4, 1]],
    [reads({ call: "-", now: 2 * BUCKET_MS, accounts: [["a", 10, 1]] }), ["l", 1, 0, 0, 1]],
    [settles({ call: "x", now: 2 * BUCKET_MS, accounts: [["a", 10, 4]] }, { cost: 3 }), 1],
    [["HGET", "a", "spent"], "3"],
  ],
  [
    "a call whose hold nobody saw is released in any life, and holds nothing when it comes later",
    [lives, "OK"],
    [holds({ call: "x", counters: [["t", 100, 10, 50]], accounts: [["a", 10, 4]] }), ["l", 1, 0, 50, 0, 0, 4]],
    ...[1, 2].map((): [Words, unknown] => [
      settles({ call: "x", counters: [["t", 100, 10, 50]], accounts: [["a", 10, 4]] }, { life: "", books: 0 }),
      1,
    ]),
    [settles({ call: "y", accounts: [["a", 10, 4]] }, { life: "", books: 0 }), 1],
    [holds({ call: "y", counters: [["t", 100, 10, 50]], accounts: [["a", 10, 4]] }), ["l", 1, 0, 0, 0, 0, 0]],
    [reads({ call: "-", counters: [["t", 100, 1, 99]], accounts: [["a", 10, 4]] }), ["l", 1, 0, 99, 0, 0, 4]],
    [["HGETALL", "a"], []],
  ],
  [
    "of another life nothing is settled, and an account that was not held can be booked",
    [lives, "OK"],
    [holds({ call: "x", accounts: [["a", 10, 4]] }), ["l", 1, 0, 0, 4]],
    [settles({ call: "x", accounts: [["a", 10, 4]] }, { life: "k", cost: 3, entry: "e" }), 0],
    [
      settles(
        {
          call: "x",
          accounts: [
            ["a", 10, 4],
            ["b", 10, 4],
          ],
        },
        { cost: 3, books: 0 },
      ),
      1,
    ],
    [["HGETALL", "a"], []],
    [settles({ call: "y", accounts: [["b", 10, 4]] }, { cost: 3 }), 1],
    [
      ["HGETALL", "b"],
      ["spent", "3"],
    ],
  ],
  [
    "answers are found until their time is over, and the oldest go first",
    [keeps("a"), 1],
    [keeps("b", { now: 50, before: "a" }), 2],
    [finds(["b", "x", "a"]), [["b!:\n", null, "a!:\n"], []]],
    [finds(["a"], { now: 99 }), [["a!:\n"], []]],
    [
      finds(["a", "b"], { now: 100, before: "b" }),
      [
        [null, "b!:\n"],
        ["b?", "b!:\n", null],
      ],
    ],
    [keeps("c", { now: 100 }), 2],
    [keeps("d", { now: 100 }), 3],
    [keeps("e", { now: 100 }), 3],
    [finds(["b", "c", "d", "e"], { now: 100 }), [[null, "c!:\n", "d!:\n", "e!:\n"], []]],
    [keeps("f", { now: 100, bytes: 95 }), 1],
    [finds(["e", "f"], { now: 100 }), [[null, "f!:\n"], []]],
  ],
  [
    "answers are gone on from as far as each was kept whole, and no more is read than there is room for",
    [keeps("a"), 1],
    [keeps("b", { before: "a", request: "a: b?" }), 2],
    [finds([], { before: "b" }), [[], ["a: b?", "b!:\n", "a?", "a!:\n"]]],
    [finds(["a"], { before: "b", room: 30 }), [["a!:\n"], ["a: b?", "b!:\n", "a?", "a!:\n"]]],
    [finds(["a"], { before: "b", room: 29 }), null],
    [finds(["a", "b"], { room: 19 }), null],
    [keeps("c", { before: "b", request: "" }), 3],
    [finds(["c"], { before: "c" }), [["c!:\n"], [null]]],
    [finds([], { before: "x" }), [[], [null]]],
  ],
  ["answers over something else", [taken("r", 1, 1), [1, 1]], [keeps("a"), /WRONGTYPE/], [finds(["a"]), /WRONGTYPE/]],
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

  it("gives the same answers as the functions to random sequences of commands", async () => {
    const functions = createMemoryEngine({ clock });
    for (let seed = 1; seed <= 40; seed += 1) {
      const start = [["FLUSHALL"], lives];
      await Promise.all([engine.run(start), functions.run(start)]);
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
    () => holds(anyHeld(random)),
    () => reads(anyHeld(random)),
    () =>
      settles(anyHeld(random), {
        tokens: random(9),
        cost: random(7),
        entry: pick(random, ["", "e"]),
        books: random(2),
      }),
    () => settles(anyHeld(random), { life: "k" }),
    () =>
      keeps(`i${random(6)}`, {
        now: random(3) * 60,
        bytes: random(60),
        before: pick(random, ["", "i1", "i2"]),
        request: pick(random, ["", "é?"]),
      }),
    () => finds([`i${random(6)}`, `i${random(6)}`], { now: random(3) * 60, before: pick(random, ["", "i3", "i4"]) }),
    () => ["SET", "life", pick(random, ["l", "l", "k"])],
    () => ["HINCRBY", pick(random, ["a", "b"]), "spent", random(9) - 6],
    () => ["HGETALL", pick(random, ["a", "b", "x", "y", "outbox"])],
    () => ["HSET", hash, field, key(pick<unknown>(random, ["o", "p", null, 7])), "version", `v${random(3)}`],
    () => ["HSET", hash, "marker", "m"],
    () => ["HDEL", hash, field, "marker"],
    () => ["RENAME", "next", hash],
    () => ["FLUSHALL"],
  ])();
}

function anyHeld(random: (below: number) => number): HoldCall {
  const amount = () => random(8);
  return {
    call: pick(random, ["x", "y", "z"]),
    now: random(4) * BUCKET_MS + random(4) * MINUTE + random(2),
    counters: Array.from({ length: random(3) }, (_, index): Counter => [`t${index}`, 20, amount(), amount()]),
    accounts: ["a", "b"]
      .slice(random(3))
      .map((name): Account => [name, 3 + amount(), amount(), pick(random, ["block", "block", "warn", "skip"])]),
  };
}

describe("the functions", () => {
  behaves(async () => {
    const engine = createMemoryEngine({ clock });
    return { engine, stop: () => engine.close() };
  });
});

const knowingLua = async (engine: Engine): Promise<Engine> => {
  for (const source of (await luaOfAll()).values())
    await engine.run([["EVAL", source, "2", "unused", "unused", "1", "1", "0"].slice(0)]);
  return engine;
};

describe("their Lua in the memory engine", () => {
  behaves(async () => {
    const engine = await knowingLua(createMemoryEngine({ clock, scripting: luaScripting() }));
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
describe("the rate limiter", () => {
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
      const { pending: _, ...status } =
        random(4) === 0
          ? { pending: null, ...(await limiter.getRemaining(subject)) }
          : await limiter.limit(subject, { rate: random(5) - 1 });
      seen.push(status);
    }
    return seen;
  };

  it("gets the same results from Lua and from functions", async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const [functions, lua] = [createMemoryEngine(), createMemoryEngine({ scripting: luaScripting() })];
      const expected = await standings(redisOver(requesterOf(functions)), seed);
      expect(await standings(redisOver(requesterOf(lua)), seed)).toEqual(expected);
      await Promise.all([functions.close(), lua.close()]);
    }
  });
});
