import { type Shape, Status, type Tone } from "@/app/_ui/feedback/status";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { type DueState, dueStateOf, dueText, todayInUtc } from "./due";

const looks: Record<DueState, { tone: Tone; shape: Shape }> = {
  overdue: { tone: "bad", shape: "alert" },
  soon: { tone: "warn", shape: "half" },
  later: { tone: "neutral", shape: "ring" },
};

type Due = Pick<Queue, "status" | "due_date" | "item_count" | "completed_count">;

/** A queue's due date, and whether it is near or over; nothing without one. */
export function DueDate({ queue }: { queue: Due }) {
  if (queue.due_date === null) return null;
  const today = todayInUtc();
  const state = dueStateOf(queue, today);
  const text = dueText(queue.due_date, state, today);
  return state ? <Status {...looks[state]}>{text}</Status> : <span className="text-soft">{text}</span>;
}
