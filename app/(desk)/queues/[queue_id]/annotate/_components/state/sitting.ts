// A working session at a desk, stored per tab, so that undo and Previous survive a reload.
import { isRecord } from "@/lib/records";
import type { CompletedItem, Sitting } from "./desk-state";

const MOST_REMEMBERED = 1000;

/** The part of a session that is stored: its latest items. */
export function textOf({ trail, done, durations, skipped }: Sitting): string {
  const recent = trail.slice(-MOST_REMEMBERED);
  const lasting = new Set(recent);
  return JSON.stringify({
    trail: recent,
    done: done.slice(-MOST_REMEMBERED),
    durations: Object.fromEntries(Object.entries(durations).filter(([itemId]) => lasting.has(itemId))),
    skipped: skipped.slice(-MOST_REMEMBERED),
  } satisfies Sitting);
}

/** The session to resume at this item; null if there is none or the item is not part of it. */
export function sittingAt(text: string | null, itemId: string | undefined): Sitting | null {
  const sitting = text === null ? null : read(text);
  return itemId && sitting?.trail.includes(itemId) ? sitting : null;
}

function read(text: string): Sitting | null {
  try {
    const { trail, done, durations, skipped } = JSON.parse(text);
    const isWhole = areTexts(trail) && areTexts(skipped) && areDone(done) && areNumbers(durations);
    return isWhole ? { trail, done, durations, skipped } : null;
  } catch {
    return null;
  }
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");
const areDone = (value: unknown): value is CompletedItem[] =>
  Array.isArray(value) &&
  value.every((each) => isRecord(each) && typeof each.itemId === "string" && typeof each.mutationId === "string");
const areNumbers = (value: unknown): value is Record<string, number> =>
  isRecord(value) && Object.values(value).every((each) => typeof each === "number");
