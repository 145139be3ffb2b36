// Scripts come in pairs: Lua for a Redis, and the same as a function for the Redis that runs in the process. Both give the
// same replies and leave the same data: `lib/embedded/redis/pairs.test.ts` proves it.
import type { Redis } from "@upstash/redis";
import type { Reply } from "../engine";

/** What a script's function may do with the data. Each throws a RedisError for a value of another kind. */
export interface Store {
  /** GET. */
  text(key: string): string | null;
  /** HGET. */
  field(key: string, field: string): string | null;
  /** INCRBY. */
  increment(key: string, amount: string): number;
  /** HINCRBY. */
  incrementField(key: string, field: string, amount: string): number;
  /** HSET; returns how many fields are new. */
  setFields(key: string, fields: readonly (readonly [name: string, value: string])[]): number;
  /** HDEL; returns how many fields there were. */
  deleteFields(key: string, names: readonly string[]): number;
  /** PEXPIRE. */
  expireIn(key: string, milliseconds: string): void;
}

export interface Script {
  /** SHA-1 of its Lua, by which Redis knows it. */
  readonly hash: string;
  run(store: Store, keys: readonly string[], args: readonly string[]): Reply;
}

/** A script of ours. The limiter's Lua is in its package. */
export interface OwnScript extends Script {
  readonly lua: string;
}

/** Runs a script by its hash, or by its Lua where Redis does not know it yet. `T` is what it answers. */
export async function evaluate<T>(redis: Redis, script: OwnScript, keys: string[], args: string[]): Promise<T> {
  try {
    // Nothing is awaited before this: it travels with what else is sent in the same tick.
    return await redis.evalsha<string[], T>(script.hash, keys, args);
  } catch (error) {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return redis.eval<string[], T>(script.lua, keys, args);
  }
}
