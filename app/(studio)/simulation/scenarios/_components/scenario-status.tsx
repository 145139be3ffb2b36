import { type Shape, Status, type Tone } from "@/app/_ui/status";
import type { ScenarioStatus as Name } from "@/lib/contracts/simulation/scenario-names";

const looks: Record<Name, { tone: Tone; shape: Shape; words: string }> = {
  Processing: { tone: "neutral", shape: "half", words: "Being made" },
  Completed: { tone: "good", shape: "check", words: "Ready" },
  PartialCompleted: { tone: "warn", shape: "alert", words: "Some rows failed" },
  Failed: { tone: "bad", shape: "cross", words: "Failed" },
};

export function ScenarioStatus({ status }: { status: Name }) {
  const { words, ...look } = looks[status];
  return <Status {...look}>{words}</Status>;
}
