import { Status } from "@/app/_ui/feedback/status";
import type { EvalRunStatus } from "@/lib/contracts/evaluation/names";
import { runStatuses } from "./run-words";

export function RunStatus({ status }: { status: EvalRunStatus }) {
  const { word, tone, shape } = runStatuses[status];
  return (
    <Status tone={tone} shape={shape}>
      {word}
    </Status>
  );
}
