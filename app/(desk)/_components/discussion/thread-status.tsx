import { type Shape, Status, type Tone } from "@/app/_ui/feedback/status";
import type { ThreadStatus as Value } from "@/lib/contracts/shapes";

const faces: Record<Value, { tone: Tone; shape: Shape; label: string }> = {
  open: { tone: "warn", shape: "ring", label: "Open" },
  reopened: { tone: "warn", shape: "ring", label: "Reopened" },
  addressed: { tone: "accent", shape: "half", label: "Addressed" },
  resolved: { tone: "good", shape: "check", label: "Resolved" },
};

export function ThreadStatus({ status }: { status: Value }) {
  const { label, ...face } = faces[status];
  return <Status {...face}>{label}</Status>;
}
