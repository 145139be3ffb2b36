import { describe, expect, it } from "vitest";
import { Keyspace } from "./keyspace";
import { createMemoryEngine } from "./memory-engine";

describe("deadlines", () => {
  it("end a key for every reader at the very millisecond", async () => {
    let now = 1_000_000;
    const engine = createMemoryEngine(() => now);
    const run = (command: string) => engine.run(command.split(" "));
    await run("SET k v PX 1500");
    await run("HSET h f v");
    await run("PEXPIRE h 1500");

    now += 1499;
    expect(await run("GET k")).toBe("v");
    expect(await run("PTTL h")).toBe(1);
    expect(await run("TTL h")).toBe(0);

    now += 1;
    expect(await run("GET k")).toBeNull();
    expect(await run("HLEN h")).toBe(0);
    expect(await run("TTL k")).toBe(-2);
    expect(await run("KEYS *")).toEqual([]);
    expect(await run("DBSIZE")).toBe(0);
    expect(await run("INCR k")).toBe(1);
    expect(await run("TTL k")).toBe(-1);
    await engine.close();
  });

  it("stand still while a script runs", async () => {
    let now = 0;
    const engine = createMemoryEngine(() => (now += 10));
    const script = "redis.call('SET', 'k', 1, 'PX', 5) local t = redis.call('TIME') return redis.call('GET', 'k')";
    expect(await engine.run(["EVAL", script, "0"])).toBe("1");
    expect(await engine.run(["GET", "k"])).toBeNull();
    await engine.close();
  });
});

describe("sweeping", () => {
  it("frees expired keys that nobody asks for, and no others", () => {
    const keyspace = new Keyspace();
    const now = keyspace.now;
    for (let index = 0; index < 50_000; index += 1) {
      keyspace.set(`k${index}`, "v");
      keyspace.expireAt(`k${index}`, now + (index % 2 === 0 ? 10 : 1000));
    }
    keyspace.set("lasting", "v");
    const freed = [1, 2, 3, 4].map(() => keyspace.sweep(now + 100));
    expect(Math.max(...freed)).toBeLessThan(25_000);
    expect(freed.reduce((sum, some) => sum + some)).toBe(25_000);
    expect(keyspace.keys()).toHaveLength(25_001);
    keyspace.close();
  });
});

describe("idle time in consumer groups", () => {
  it("decides who may claim what", async () => {
    let now = 1000;
    const engine = createMemoryEngine(() => now);
    const run = (command: string) => engine.run(command.split(" "));
    await run("XGROUP CREATE s g 0 MKSTREAM");
    await run("XADD s 1-0 f v");
    await run("XADD s 2-0 f v");
    await run("XREADGROUP GROUP g ann COUNT 1 STREAMS s >");
    now += 400;
    await run("XREADGROUP GROUP g ann COUNT 1 STREAMS s >");
    now += 100;
    expect(await run("XPENDING s g - + 10")).toEqual([
      ["1-0", "ann", 500, 1],
      ["2-0", "ann", 100, 1],
    ]);
    expect(await run("XPENDING s g IDLE 200 - + 10 ann")).toEqual([["1-0", "ann", 500, 1]]);
    expect(await run("XAUTOCLAIM s g bob 200 0")).toEqual(["0-0", [["1-0", ["f", "v"]]], []]);
    expect(await run("XPENDING s g - + 10")).toEqual([
      ["1-0", "bob", 0, 2],
      ["2-0", "ann", 100, 1],
    ]);
    await engine.close();
  });
});
