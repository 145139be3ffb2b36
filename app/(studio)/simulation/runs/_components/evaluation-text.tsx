import { PassStatus } from "@/app/_ui/feedback/look-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";

type Evaluation = CallRecord["eval_metrics"][string];

const textOf = (value: unknown): string =>
  typeof value === "number"
    ? String(Math.round(value * 1000) / 1000)
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

/** An evaluation's result for a call, or why there is none. */
export function evaluationText(evaluation: Evaluation | undefined) {
  if (!evaluation) return <Missing reason="Not evaluated" />;
  if (evaluation.error)
    return (
      <Status tone="warn" shape="alert">
        Error
      </Status>
    );
  if (evaluation.status === "pending") return <Status shape="ring">Waiting</Status>;
  if (evaluation.outcome !== "scored") return <Missing reason={evaluation.reason || "No score"} />;
  const output = textOf(evaluation.output);
  if (evaluation.passed === null) return output;
  return <PassStatus passed={evaluation.passed}>{output}</PassStatus>;
}
