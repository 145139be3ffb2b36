import { type Shape, Status, type Tone } from "@/app/_ui/status";
import type { ThreadStatus as Value } from "@/lib/contracts/shapes";

const faces: Record<Value, { tone: Tone; shape: Shape; word: string }> = {
  open: { tone: "warn", shape: "ring", word: "Open" },
  reopened: { tone: "warn", shape: "ring", word: "Reopened" },
  addressed: { tone: "accent", shape: "half", word: "Addressed" },
  resolved: { tone: "good", shape: "check", word: "Resolved" },
};

export function ThreadStatus({ status }: { status: Value }) {
  const { word, ...face } = faces[status];
  return <Status {...face}>{word}</Status>;
}
