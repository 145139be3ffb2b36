import { storable } from "@/lib/bounds/storable";

const MAX_DEPTH = 16;
const TOO_DEEP = "[nested too deep]";

export interface Shortened {
  value: unknown;
  isShortened: boolean;
}

/**
 * JSON that the database can store, of about `limit` characters at most. Of lists the last entries are kept: of a long
 * conversation its end. A text that does not fit is cut, and leaves half of the room to what comes before it.
 */
export function shorten(value: unknown, limit: number): Shortened {
  const shortening = new Shortening(limit);
  return { value: shortening.visit(value, 0), isShortened: shortening.isShortened };
}

class Shortening {
  #left: number;
  isShortened = false;

  constructor(limit: number) {
    this.#left = limit;
  }

  visit(value: unknown, depth: number): unknown {
    this.#left -= 1;
    if (typeof value === "string") return this.#text(value);
    if (value === null || typeof value !== "object") return value;
    if (depth > MAX_DEPTH) {
      this.isShortened = true;
      return TOO_DEEP;
    }
    if (Array.isArray(value)) return this.#list(value, depth + 1);
    return Object.fromEntries(this.#members(value, depth + 1));
  }

  #text(value: string): string {
    if (value.length <= this.#left) {
      this.#left -= value.length;
      return storable(value);
    }
    this.isShortened = true;
    const kept = Math.max(0, Math.floor(this.#left / 2));
    this.#left -= kept;
    return storable(`${value.slice(0, kept)}… [${value.length - kept} characters left out]`);
  }

  #list(entries: readonly unknown[], depth: number): unknown[] {
    const kept: unknown[] = [];
    for (let index = entries.length - 1; index >= 0; index--) {
      if (this.#left <= 0) {
        this.isShortened = true;
        break;
      }
      kept.push(this.visit(entries[index], depth));
    }
    return kept.reverse();
  }

  #members(value: object, depth: number): [string, unknown][] {
    const kept: [string, unknown][] = [];
    for (const [name, entry] of Object.entries(value)) {
      if (name.length >= this.#left) this.isShortened = true;
      else {
        this.#left -= name.length;
        kept.push([storable(name), this.visit(entry, depth)]);
      }
    }
    return kept;
  }
}
