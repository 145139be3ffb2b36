"use client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button/button";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { Status } from "@/app/_ui/feedback/status";
import { quantity } from "@/app/_ui/figure/numbers";
import { retryScenario } from "@/lib/client/scenarios";
import type { Output } from "@/lib/contracts/contract";
import type { getScenarioProgress } from "@/lib/contracts/simulation/scenario-rows";

type Progress = Output<typeof getScenarioProgress>;

/** Progress and failures of the generation. Nothing after a full success. */
export function WritingProgress({ progress, mayRetry }: { progress: Progress; mayRetry: boolean }) {
  const { generations, status, error, is_writing: isWriting } = progress;
  const retry = useMutation(retryScenario);
  const failures = generations.flatMap((generation) => generation.failures);
  if (isWriting) {
    const running = generations.filter((generation) => generation.status === "running");
    const [total, done] = [sum(running, "total"), sum(running, "written") + sum(running, "failed")];
    return (
      <section aria-label="Progress" className="mb-4 grid max-w-xl gap-1.5">
        <p role="status">
          {running.some(({ traces }) => traces !== null)
            ? `Making rows from traces: ${done.toLocaleString("en")} of ${seenIn(running).toLocaleString("en")} traces so far`
            : running.length > 0
              ? `Generating rows: ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`
              : "Generating the graph and its branches"}
        </p>
        <ProgressBar label="Rows generated" value={done} max={Math.max(1, total)} />
      </section>
    );
  }
  if (status === "Completed" || error === null) return <LeftOut generation={generations[0]} />;
  return (
    <section
      aria-label="Failures"
      className="mb-4 grid justify-items-start gap-2 rounded-lg border border-line px-4 py-3"
    >
      <p role="alert">
        <Status tone="bad" shape="cross" className="whitespace-normal!">
          {error}
        </Status>
      </p>
      {failures.length > 0 ? (
        <ul className="grid max-h-48 gap-1 overflow-y-auto text-soft">
          {failures.map(({ row_id, order, reason }) => (
            <li key={row_id} className="wrap-anywhere">
              Row {order + 1}: {reason}
            </li>
          ))}
        </ul>
      ) : null}
      {mayRetry ? (
        <Button busy={retry.isPending} onClick={() => retry.mutate({ scenario_id: progress.scenario_id })}>
          {failures.length > 0 ? "Retry failed rows" : "Try again"}
        </Button>
      ) : null}
    </section>
  );
}

/** What became of the traces of the newest request. */
function LeftOut({ generation }: { generation: Progress["generations"][number] | undefined }) {
  if (!generation?.traces || generation.traces.left_out === 0) return null;
  const { seen, left_out } = generation.traces;
  return (
    <p role="status" className="mb-4 text-soft">
      {quantity(generation.written, "row")} made of {quantity(seen, "trace")}. {quantity(left_out, "trace")} left out:
      without a user message, or with a row already.
    </p>
  );
}

const seenIn = (generations: Progress["generations"]): number =>
  generations.reduce((all, { traces }) => all + (traces?.seen ?? 0), 0);

const sum = (generations: Progress["generations"], key: "total" | "written" | "failed"): number =>
  generations.reduce((all, generation) => all + generation[key], 0);
