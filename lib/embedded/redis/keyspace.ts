// Keys, their values and their deadlines. A key past its deadline is gone for every reader at once; the sweeper only returns
// its memory. Numbers are exact up to 2^53; beyond that they are refused rather than rounded.
import { RedisError } from "@/lib/redis/engine";
import type { Store } from "@/lib/redis/scripts/script";

type Value = string | Map<string, string>;

const SWEEP_INTERVAL_MS = 1000;
const SWEPT_AT_ONCE = 20_000;

export class Keyspace implements Store {
  /** Milliseconds since the epoch; does not change during a script or a transaction. */
  now: number;
  readonly #values = new Map<string, Value>();
  readonly #deadlines = new Map<string, number>();
  #sweeping = this.#deadlines.entries();
  readonly #sweeper: NodeJS.Timeout;

  constructor(clock: () => number = Date.now) {
    this.now = clock();
    this.#sweeper = setInterval(() => this.sweep(clock()), SWEEP_INTERVAL_MS).unref();
  }

  text(key: string): string | null {
    const value = this.#get(key) ?? null;
    if (value instanceof Map) throw wrongType();
    return value;
  }

  /** Replaces the previous value and its deadline. */
  setText(key: string, text: string): void {
    this.#deadlines.delete(key);
    this.#values.set(key, text);
  }

  field(key: string, field: string): string | null {
    return this.#hash(key)?.get(field) ?? null;
  }

  /** Names and values in turn. */
  fields(key: string): string[] {
    return [...(this.#hash(key) ?? [])].flat();
  }

  increment(key: string, amount: string): number {
    const sum = integer(this.text(key) ?? "0") + integer(amount);
    if (!Number.isSafeInteger(sum)) throw new RedisError("ERR increment or decrement would overflow");
    this.#values.set(key, String(sum));
    return sum;
  }

  incrementField(key: string, field: string, amount: string): number {
    const sum = integer(this.field(key, field) ?? "0") + integer(amount);
    if (!Number.isSafeInteger(sum)) throw new RedisError("ERR increment or decrement would overflow");
    this.setFields(key, [[field, String(sum)]]);
    return sum;
  }

  /** Returns how many fields are new. */
  setFields(key: string, fields: readonly (readonly [name: string, value: string])[]): number {
    const hash = this.#hash(key) ?? new Map<string, string>();
    const before = hash.size;
    for (const [name, value] of fields) hash.set(name, value);
    this.#values.set(key, hash);
    return hash.size - before;
  }

  /** Returns how many fields there were. */
  deleteFields(key: string, names: readonly string[]): number {
    const hash = this.#hash(key);
    if (!hash) return 0;
    const deleted = names.filter((name) => hash.delete(name)).length;
    if (hash.size === 0) this.#delete(key);
    return deleted;
  }

  rename(from: string, to: string): void {
    const value = this.#get(from);
    if (value === undefined) throw new RedisError("ERR no such key");
    const deadline = this.#deadlines.get(from);
    this.#delete(from);
    this.#delete(to);
    this.#values.set(to, value);
    if (deadline !== undefined) this.#deadlines.set(to, deadline);
  }

  /** A key whose deadline is not after now is deleted. */
  expireIn(key: string, milliseconds: string): void {
    const deadline = this.now + integer(milliseconds);
    if (this.#get(key) === undefined) return;
    if (deadline <= this.now) this.#delete(key);
    else this.#deadlines.set(key, deadline);
  }

  clear(): void {
    this.#values.clear();
    this.#deadlines.clear();
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  /** Frees keys past their deadline, looking at a bounded number of them at a time; returns how many it freed. */
  sweep(now: number): number {
    let freed = 0;
    for (let step = 0; step < SWEPT_AT_ONCE; step += 1) {
      const next = this.#sweeping.next();
      if (next.done) {
        this.#sweeping = this.#deadlines.entries();
        break;
      }
      const [key, deadline] = next.value;
      if (deadline <= now && this.#delete(key)) freed += 1;
    }
    return freed;
  }

  #get(key: string): Value | undefined {
    const deadline = this.#deadlines.get(key);
    if (deadline !== undefined && deadline <= this.now) this.#delete(key);
    return this.#values.get(key);
  }

  #hash(key: string): Map<string, string> | undefined {
    const value = this.#get(key);
    if (typeof value === "string") throw wrongType();
    return value;
  }

  #delete(key: string): boolean {
    this.#deadlines.delete(key);
    return this.#values.delete(key);
  }
}

const wrongType = () => new RedisError("WRONGTYPE Operation against a key holding the wrong kind of value");

function integer(text: string): number {
  const value = /^(?:0|-?[1-9]\d*)$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new RedisError("ERR value is not an integer or out of range");
  return value;
}
