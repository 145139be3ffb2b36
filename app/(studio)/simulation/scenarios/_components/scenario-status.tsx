import { type Shape, Status, type Tone } from "@/app/_ui/feedback/status";
import type { ScenarioStatus as Name } from "@/lib/contracts/simulation/scenario-names";

const looks: Record<Name, { tone: Tone; shape: Shape; label: string }> = {
  Processing: { tone: "neutral", shape: "half", label: "Generating" },
  Completed: { tone: "good", shape: "check", label: "Ready" },
  PartialCompleted: { tone: "warn", shape: "alert", label: "Some rows failed" },
  Failed: { tone: "bad", shape: "cross", label: "Failed" },
};

export function ScenarioStatus({ status }: { status: Name }) {
  const { label, ...look } = looks[status];
  return <Status {...look}>{label}</Status>;
}
