import { LookStatus } from "@/app/_ui/feedback/look-status";
import type { Look } from "@/app/_ui/feedback/status";
import type { ScenarioStatus as Name } from "@/lib/contracts/simulation/scenario-names";

const looks: Record<Name, Look> = {
  Processing: { tone: "neutral", shape: "half", word: "Generating" },
  Completed: { tone: "good", shape: "check", word: "Ready" },
  PartialCompleted: { tone: "warn", shape: "alert", word: "Some rows failed" },
  Failed: { tone: "bad", shape: "cross", word: "Failed" },
};

export const ScenarioStatus = ({ status }: { status: Name }) => <LookStatus look={looks[status]} />;
