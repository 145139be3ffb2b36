import type { Output } from "@/lib/contracts/contract";
import type { getScenarioProgress } from "@/lib/contracts/simulation/scenario-rows";
import { isWrittenByRules } from "./written-by-rules";

/** That no model wrote the rows; nothing while they are written, or if one did. */
export function RulesNote({ progress }: { progress: Output<typeof getScenarioProgress> }) {
  if (progress.is_writing || !isWrittenByRules(progress.generations)) return null;
  return (
    <p className="mb-4 text-soft">
      Written by rules, without a model. Rules know little of what the agent does. A new scenario can name a generator
      model.
    </p>
  );
}
