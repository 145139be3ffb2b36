// Keys, their values and their deadlines. A key past its deadline is gone for every reader at once; the sweeper only returns its memory.
import { RedisError } from "../engine";
import { SortedSet } from "./sorted-set";
import { Stream } from "./stream";

export type Value = string | Map<string, string> | Set<string> | SortedSet | string[] | Stream;

const sweepIntervalMs = 1000;
const sweptAtOnce = 20_000;

const wrongType = () => new RedisError("WRONGTYPE Operation against a key holding the wrong kind of value");

export class Keyspace {
  /** Milliseconds since the epoch; stands still during a command, a script and a transaction. */
  now = Date.now();
  readonly #values = new Map<string, Value>();
  readonly #deadlines = new Map<string, number>();
  #sweeping = this.#deadlines.entries();
  readonly #sweeper = setInterval(() => this.sweep(), sweepIntervalMs).unref();

  get(key: string): Value | undefined {
    const deadline = this.#deadlines.get(key);
    if (deadline !== undefined && deadline <= this.now) this.delete(key);
    return this.#values.get(key);
  }

  /** Stores a value and leaves the key's deadline as it is. */
  set(key: string, value: Value): void {
    this.#values.set(key, value);
  }

  delete(key: string): boolean {
    this.#deadlines.delete(key);
    return this.#values.delete(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  deadline(key: string): number | undefined {
    return this.has(key) ? this.#deadlines.get(key) : undefined;
  }

  /** A deadline that has already passed deletes the key. */
  expireAt(key: string, deadline: number): void {
    if (deadline <= this.now) this.delete(key);
    else this.#deadlines.set(key, deadline);
  }

  persist(key: string): boolean {
    return this.#deadlines.delete(key);
  }

  keys(): string[] {
    return [...this.#values.keys()].filter((key) => this.has(key));
  }

  clear(): void {
    this.#values.clear();
    this.#deadlines.clear();
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  string(key: string): string | undefined {
    const value = this.get(key);
    if (value === undefined || typeof value === "string") return value;
    throw wrongType();
  }

  hash = this.#holder(
    (value) => value instanceof Map,
    () => new Map<string, string>(),
  );
  members = this.#holder(
    (value) => value instanceof Set,
    () => new Set<string>(),
  );
  sortedSet = this.#holder(
    (value) => value instanceof SortedSet,
    () => new SortedSet(),
  );
  list = this.#holder(
    (value) => Array.isArray(value),
    (): string[] => [],
  );
  stream = this.#holder(
    (value) => value instanceof Stream,
    () => new Stream(),
  );

  /** Frees keys past their deadline, looking at a bounded number of them at a time; returns how many it freed. */
  sweep(now = Date.now()): number {
    let freed = 0;
    for (let step = 0; step < sweptAtOnce; step += 1) {
      const next = this.#sweeping.next();
      if (next.done) {
        this.#sweeping = this.#deadlines.entries();
        break;
      }
      const [key, deadline] = next.value;
      if (deadline <= now && this.delete(key)) freed += 1;
    }
    return freed;
  }

  #holder<Kind extends Value>(is: (value: Value) => value is Kind, empty: () => Kind) {
    const find = (key: string): Kind | undefined => {
      const value = this.get(key);
      if (value === undefined || is(value)) return value;
      throw wrongType();
    };
    return {
      find,
      /** The value at `key` for reading; an empty one that is not stored when there is none. */
      read: (key: string): Kind => find(key) ?? empty(),
      /** Runs `change` on the value at `key`, made if absent; a collection left empty takes its key with it. */
      change: <Result>(key: string, change: (value: Kind) => Result): Result => {
        const found = find(key);
        const value = found ?? empty();
        const result = change(value);
        if (isEmpty(value)) this.delete(key);
        else if (found === undefined) this.set(key, value);
        return result;
      },
    };
  }
}

/** Streams outlive their last entry; other collections do not. */
function isEmpty(value: Value): boolean {
  if (value instanceof Map || value instanceof Set || value instanceof SortedSet) return value.size === 0;
  return Array.isArray(value) && value.length === 0;
}
