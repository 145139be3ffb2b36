import { RedisError } from "../engine";

/** Milliseconds and a sequence number within them. */
export interface EntryId {
  readonly ms: number;
  readonly sequence: number;
}

export interface Entry {
  readonly id: EntryId;
  /** Fields and values in turn. */
  readonly fields: readonly string[];
}

export interface PendingEntry {
  readonly id: EntryId;
  consumer: string;
  deliveredAt: number;
  deliveries: number;
}

export interface Group {
  lastDelivered: EntryId;
  readonly consumers: Set<string>;
  /** By the id's text. */
  readonly pending: Map<string, PendingEntry>;
}

export const firstId: EntryId = { ms: 0, sequence: 0 };
export const lastId: EntryId = { ms: Number.MAX_SAFE_INTEGER, sequence: Number.MAX_SAFE_INTEGER };

export const idText = (id: EntryId): string => `${id.ms}-${id.sequence}`;
export const compareIds = (left: EntryId, right: EntryId): number =>
  left.ms - right.ms || left.sequence - right.sequence;
export const nextId = (id: EntryId): EntryId => ({ ms: id.ms, sequence: id.sequence + 1 });

export const invalidId = () => new RedisError("ERR Invalid stream ID specified as stream command argument");

/** `5-3`; a bare `5` takes the given sequence number. */
export function parseId(text: string, sequence: number): EntryId {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text);
  if (!match) throw invalidId();
  const id = { ms: Number(match[1]), sequence: match[2] === undefined ? sequence : Number(match[2]) };
  if (!Number.isSafeInteger(id.ms) || !Number.isSafeInteger(id.sequence)) throw invalidId();
  return id;
}

/** An append-only log in the order of its ids, with its consumer groups. */
export class Stream {
  lastId = firstId;
  readonly groups = new Map<string, Group>();
  readonly #entries: Entry[] = [];

  get size(): number {
    return this.#entries.length;
  }

  append(entry: Entry): void {
    this.#entries.push(entry);
    this.lastId = entry.id;
  }

  find(id: EntryId): Entry | undefined {
    const entry = this.#entries[this.#rank(id)];
    return entry && compareIds(entry.id, id) === 0 ? entry : undefined;
  }

  /** Entries from `from` to `to`, both included, at most `most` of them, oldest first. */
  range(from: EntryId, to: EntryId, most = Infinity): Entry[] {
    const start = this.#rank(from);
    return this.#entries.slice(start, Math.min(this.#rank(nextId(to)), start + most));
  }

  newest(from: EntryId, to: EntryId, most = Infinity): Entry[] {
    const end = this.#rank(nextId(to));
    return this.#entries.slice(Math.max(this.#rank(from), end - most), end).reverse();
  }

  delete(id: EntryId): boolean {
    return this.find(id) !== undefined && this.#entries.splice(this.#rank(id), 1).length > 0;
  }

  /** Drops the oldest entries until `length` are left; returns how many went. */
  keepNewest(length: number): number {
    return this.#entries.splice(0, Math.max(this.size - length, 0)).length;
  }

  dropBefore(id: EntryId): number {
    return this.#entries.splice(0, this.#rank(id)).length;
  }

  /** The index of the first entry that is not before `id`. */
  #rank(id: EntryId): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry && compareIds(entry.id, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
