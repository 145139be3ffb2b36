import { storable } from "@/lib/bounds/storable";

const MAX_DEPTH = 16;
const TOO_DEEP = "[nested too deep]";

export interface Shortened {
  value: unknown;
  isShortened: boolean;
}

/**
 * JSON that the database can store, of about `limit` characters at most. Of lists the last entries are kept: of a long conversation its end. A text that
 * does not fit is cut, and leaves half of the room to what comes before it.
 */
export function shorten(value: unknown, limit: number): Shortened {
  let left = limit;
  let isShortened = false;

  const text = (value: string): string => {
    if (value.length <= left) {
      left -= value.length;
      return storable(value);
    }
    isShortened = true;
    const kept = Math.max(0, Math.floor(left / 2));
    left -= kept;
    return storable(`${value.slice(0, kept)}… [${value.length - kept} characters left out]`);
  };

  const list = (entries: readonly unknown[], depth: number): unknown[] => {
    const kept: unknown[] = [];
    for (let index = entries.length - 1; index >= 0; index--) {
      if (left <= 0) {
        isShortened = true;
        break;
      }
      kept.push(visit(entries[index], depth));
    }
    return kept.reverse();
  };

  const members = (value: object, depth: number): [string, unknown][] => {
    const kept: [string, unknown][] = [];
    for (const [name, entry] of Object.entries(value)) {
      if (name.length >= left) isShortened = true;
      else {
        left -= name.length;
        kept.push([storable(name), visit(entry, depth)]);
      }
    }
    return kept;
  };

  const visit = (value: unknown, depth: number): unknown => {
    left -= 1;
    if (typeof value === "string") return text(value);
    if (value === null || typeof value !== "object") return value;
    if (depth > MAX_DEPTH) {
      isShortened = true;
      return TOO_DEEP;
    }
    if (Array.isArray(value)) return list(value, depth + 1);
    return Object.fromEntries(members(value, depth + 1));
  };

  return { value: visit(value, 0), isShortened };
}
