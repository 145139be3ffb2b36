import { Status } from "@/app/_ui/feedback/status";
import type { EvaluationTask } from "@/lib/contracts/evaluation/shapes/task-shapes";

export function TaskStatus({ task: { status, continuous } }: { task: Pick<EvaluationTask, "status" | "continuous"> }) {
  if (status === "paused") {
    return (
      <Status tone="warn" shape="pause">
        Paused
      </Status>
    );
  }
  return continuous ? (
    <Status tone="good" shape="dot">
      Active
    </Status>
  ) : (
    <Status tone="neutral" shape="ring">
      On request
    </Status>
  );
}
