import { type Shape, Status, type Tone } from "@/app/_ui/feedback/status";
import type { QueueStatus as Value } from "@/lib/contracts/shapes";

export const queueStatusWords: Record<Value, string> = {
  draft: "Draft",
  active: "Active",
  paused: "Paused",
  completed: "Completed",
};

const faces: Record<Value, { tone: Tone; shape: Shape }> = {
  draft: { tone: "neutral", shape: "ring" },
  active: { tone: "accent", shape: "dot" },
  paused: { tone: "warn", shape: "pause" },
  completed: { tone: "good", shape: "check" },
};

export function QueueStatus({ status }: { status: Value }) {
  return <Status {...faces[status]}>{queueStatusWords[status]}</Status>;
}
