// What a due date says on a day. Days are those of UTC, on the server and in the browser.
import { dayText } from "@/app/_ui/figure/numbers";
import type { QueueStatus } from "@/lib/contracts/names";

const DAY_MS = 24 * 3600 * 1000;
/** From how many days before it a due date is soon. */
const SOON_DAYS = 7;

export const todayInUtc = (): string => new Date().toISOString().slice(0, 10);

interface Due {
  status: QueueStatus;
  due_date: string | null;
  item_count?: number | undefined;
  completed_count?: number | undefined;
}

export type DueState = "overdue" | "soon" | "later";

/** Null without a due date, and for a queue whose items are all completed. */
export function dueStateOf(
  { status, due_date, item_count = 0, completed_count = 0 }: Due,
  today: string,
): DueState | null {
  if (due_date === null || status === "completed" || (item_count > 0 && completed_count >= item_count)) return null;
  const days = (Date.parse(due_date) - Date.parse(today)) / DAY_MS;
  if (days < 0) return "overdue";
  return days <= SOON_DAYS ? "soon" : "later";
}

/** "Overdue since Dec 1", "Due today", "Due on Dec 4". */
export function dueText(due_date: string, state: DueState | null, today: string): string {
  if (state === "overdue") return `Overdue since ${dayText(due_date)}`;
  return due_date === today ? "Due today" : `Due on ${dayText(due_date)}`;
}
