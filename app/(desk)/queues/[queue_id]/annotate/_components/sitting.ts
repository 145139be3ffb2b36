// The sitting at a desk, remembered by its tab: undo and the way back survive a reload.
import type { CompletedItem, Sitting } from "./desk-state";

const MOST_REMEMBERED = 1000;

/** What is kept of a sitting; of a long one the latest. */
export function textOf({ trail, done, durations, skipped }: Sitting): string {
  const kept = trail.slice(-MOST_REMEMBERED);
  const lasting = new Set(kept);
  return JSON.stringify({
    trail: kept,
    done: done.slice(-MOST_REMEMBERED),
    durations: Object.fromEntries(Object.entries(durations).filter(([itemId]) => lasting.has(itemId))),
    skipped: skipped.slice(-MOST_REMEMBERED),
  } satisfies Sitting);
}

/** The sitting to go on with at this item; null when there is none, or the item is no part of it. */
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

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");
const areDone = (value: unknown): value is CompletedItem[] =>
  Array.isArray(value) &&
  value.every((each) => isObject(each) && typeof each.itemId === "string" && typeof each.mutationId === "string");
const areNumbers = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every((each) => typeof each === "number");
