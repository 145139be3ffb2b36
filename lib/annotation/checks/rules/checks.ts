// When an annotator gets a copy of a gold item or of earlier work instead of the next item.
import { createHash } from "node:crypto";

interface CheckSettings {
  goldPercent: number;
  repeatPercent: number;
}

export type CheckKind = "gold_copy" | "repeat";

interface Turn extends CheckSettings {
  queueId: string;
  userId: string;
  /** How many items of the queue the annotator has taken so far. */
  taken: number;
}

/**
 * The check that is due, by a hash of the turn: people see no pattern in it, and a repeated request gets the same
 * answer.
 */
export function dueCheck({ queueId, userId, taken, goldPercent, repeatPercent }: Turn): CheckKind | null {
  if (goldPercent + repeatPercent === 0) return null;
  const hash = createHash("sha256").update(`${queueId} ${userId} ${taken}`).digest();
  const percent = (100 * hash.readUInt32BE()) / 2 ** 32;
  if (percent < goldPercent) return "gold_copy";
  return percent < goldPercent + repeatPercent ? "repeat" : null;
}

const FULL_GAP = 10;

/**
 * How many more items an annotator must complete before one may be repeated: ten, or a quarter of the items in small
 * queues.
 */
export const repeatGap = (items: number): number => Math.min(FULL_GAP, Math.max(1, Math.floor(items / 4)));
