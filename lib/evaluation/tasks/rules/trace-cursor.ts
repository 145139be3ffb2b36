// How far a backfill has walked through chosen traces, as the text that its row keeps.
import type { TraceCursor } from "@/lib/contracts/traces/trace-choice";

/**
 * The text is greater than every span id. An older version of the server, which knows of no chosen traces, so finds no
 * spans behind it and evaluates none.
 */
const BEGINNING = "trace";

export const traceCursorText = (cursor: TraceCursor | null): string =>
  cursor ? `${BEGINNING} ${cursor.startedAt} ${cursor.id}` : BEGINNING;

export function traceCursorOf(text: string): TraceCursor | null {
  const [, startedAt, id] = /^trace (.+) (\S+)$/.exec(text) ?? [];
  return startedAt && id ? { startedAt, id } : null;
}
