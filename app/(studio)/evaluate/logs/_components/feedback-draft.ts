// Form values of feedback: the result that a run should have had.
import type { Output } from "@/lib/contracts/contract";
import type { FeedbackValue } from "@/lib/contracts/evaluation/feedback";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { isRecord } from "@/lib/records";

type Template = Pick<Output<typeof getEvalTemplate>, "output" | "choices" | "multi_choice">;

/** The control for the right output: one choice, several, a number or a text. */
export function controlOf({ output, choices, multi_choice: isMany }: Template) {
  if (output === "Pass/Fail") return { kind: "one", options: ["Passed", "Failed"] } as const;
  if (output === "score" || output === "numeric") return { kind: "number" } as const;
  if (output === "choices" && choices.length > 0)
    return isMany ? ({ kind: "many", options: choices } as const) : ({ kind: "one", options: choices } as const);
  return { kind: "text" } as const;
}

/** A run's result in the form of feedback; null if it has none. */
export function foundOf(output: unknown): FeedbackValue | null {
  if (isRecord(output)) return foundOf(output.choices ?? output.choice);
  if (Array.isArray(output)) return output.map(String);
  return typeof output === "string" || typeof output === "number" ? output : null;
}
