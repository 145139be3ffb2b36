import { Status } from "@/app/_ui/feedback/status";
import type { EvalOutput, Outcome } from "@/lib/contracts/evaluation/names";
import { verdictText } from "./verdict-text";

interface Props {
  outcome: Outcome;
  output: unknown;
  outputType?: EvalOutput | undefined;
}

/** The result of a run. A missing score and an error never look like a 0. */
export function Verdict({ outcome, output, outputType }: Props) {
  if (outcome === "error") {
    return (
      <Status tone="bad" shape="alert">
        Error
      </Status>
    );
  }
  if (outcome === "unscored") {
    return (
      <Status tone="neutral" shape="ring">
        Unscored
      </Status>
    );
  }
  if (output === "Passed" || output === "Failed") {
    const passed = output === "Passed";
    return (
      <Status tone={passed ? "good" : "bad"} shape={passed ? "check" : "cross"}>
        {output}
      </Status>
    );
  }
  return (
    <span className="tabular-nums wrap-anywhere">
      {verdictText(output)}
      {outputType === "score" ? <span className="text-faint"> of 1</span> : null}
    </span>
  );
}
