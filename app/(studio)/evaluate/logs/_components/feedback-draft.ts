// What somebody says that a run should have found, as the form has it.
import type { Output } from "@/lib/contracts/contract";
import type { FeedbackValue } from "@/lib/contracts/evaluation/feedback";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/templates";
import { isRecord } from "@/lib/records";

type Template = Pick<Output<typeof getEvalTemplate>, "output" | "choices" | "multi_choice">;

/** With what the right output is put in: one of a few, several of them, or a text. */
export function controlOf({ output, choices, multi_choice: isMany }: Template) {
  if (output === "Pass/Fail") return { kind: "one", options: ["Passed", "Failed"] } as const;
  if (output === "score" || output === "numeric") return { kind: "number" } as const;
  if (output === "choices" && choices.length > 0)
    return isMany ? ({ kind: "many", options: choices } as const) : ({ kind: "one", options: choices } as const);
  return { kind: "text" } as const;
}

/** What a run has found, as feedback says it; null where it has found nothing. */
export function foundOf(output: unknown): FeedbackValue | null {
  if (isRecord(output)) return foundOf(output.choices ?? output.choice);
  if (Array.isArray(output)) return output.map(String);
  return typeof output === "string" || typeof output === "number" ? output : null;
}
