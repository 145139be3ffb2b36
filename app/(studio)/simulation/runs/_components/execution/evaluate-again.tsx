"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { rerunCalls, runTestQuery } from "@/lib/client/runs";
import { evaluationsCostText } from "../words";
import type { Verdict } from "./execution-figures";

/** Evaluates the finished calls again, and plays none. Nothing for a run without evaluations. */
export function EvaluateAgain({ verdict }: { verdict: Verdict }) {
  const [isAsking, setAsking] = useState(false);
  const run = useQuery(runTestQuery(verdict.run_test_id)).data;
  if (!run || run.evals.length === 0) return null;
  const all = { test_execution_id: verdict.execution_id, rerun_type: "eval_only", select_all: true } as const;
  return (
    <>
      <Button onClick={() => setAsking(true)}>Evaluate again</Button>
      {isAsking ? (
        <ConfirmChange
          onClose={() => setAsking(false)}
          title="Evaluate the calls again?"
          action="Evaluate again"
          danger={false}
          change={rerunCalls}
          input={all}
          onDone={({ success_count, failed_reruns }) => {
            if (success_count === 0)
              toast.failed({ title: failed_reruns[0]?.error ?? "The execution has no calls to evaluate." });
          }}
        >
          The finished calls are evaluated with the run's current evaluations. No conversation is played, and earlier
          results are kept. {evaluationsCostText(verdict.evaluations)}
        </ConfirmChange>
      ) : null}
    </>
  );
}
