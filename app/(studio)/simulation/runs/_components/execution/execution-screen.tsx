"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { FoundPage } from "@/app/_components/found-page";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Tabs } from "@/app/_ui/page/tabs";
import { momentText } from "@/app/_ui/text/time";
import { oneOf } from "@/app/(studio)/_components/address";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { cancelTestExecution, executionCsvHref, PLAYING_MS, rerunCalls, verdictQuery } from "@/lib/client/runs";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { executionLooks } from "../words";
import { CallGrid } from "./call-grid";
import { EvaluateAgain } from "./evaluate-again";
import { ExecutionComparison } from "./execution-comparison";
import { ExecutionFigures, type Verdict } from "./execution-figures";

const views = ["calls", "compare"] as const;

export function ExecutionScreen({ executionId, role }: { executionId: string; role: OrganizationRole }) {
  // A small response whose cost does not depend on the number of calls.
  const found = useQuery({
    ...verdictQuery(executionId),
    refetchInterval: ({ state }) => (state.data?.done === false ? PLAYING_MS : false),
  });
  return (
    <FoundPage
      found={found}
      title="Execution"
      parent={{ href: links.runs(), label: "Test runs" }}
      problem="The execution could not be loaded"
      columns={5}
    >
      {(verdict) => <ExecutionPage verdict={verdict} may={mayWrite(role)} />}
    </FoundPage>
  );
}

function ExecutionPage({ verdict, may }: { verdict: Verdict; may: boolean }) {
  const { get, set } = useAddress();
  const view = oneOf(views, get("view")) ?? "calls";
  const { execution_id, calls, run } = verdict;
  return (
    <>
      <PageHeader
        title={`${run.name}, ${momentText(run.created_at)}`}
        status={<LookStatus look={executionLooks[verdict.status]} />}
        parent={{ href: links.run(verdict.run_test_id), label: run.name }}
        actions={
          <>
            <a href={executionCsvHref(execution_id)} download className={buttonClasses({})}>
              Download CSV
            </a>
            {may && verdict.done ? <EvaluateAgain verdict={verdict} /> : null}
            {may ? <StopOrRerun verdict={verdict} /> : null}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {verdict.done ? null : <Progress calls={calls} />}
        <ExecutionFigures verdict={verdict} />
        <Tabs
          label="Views of the execution"
          value={view}
          onChange={(next) => set({ view: next === "calls" ? null : next })}
          tabs={[
            { value: "calls", label: "Calls", count: calls.total },
            { value: "compare", label: "Compare" },
          ]}
        >
          {view === "calls" ? (
            <CallGrid executionId={execution_id} may={may} />
          ) : (
            <ExecutionComparison executionId={execution_id} runTestId={verdict.run_test_id} />
          )}
        </Tabs>
      </div>
    </>
  );
}

/** Cancels a running execution, or plays the failed calls of a finished one again. */
function StopOrRerun({ verdict: { execution_id: test_execution_id, calls, done } }: { verdict: Verdict }) {
  const cancel = useMutation(cancelTestExecution);
  const rerun = useMutation(rerunCalls);
  const failed = { rerun_type: "call_and_eval", select_all: true, only_failed: true } as const;
  if (!done)
    return (
      <Button busy={cancel.isPending} onClick={() => cancel.mutate({ test_execution_id })}>
        Cancel
      </Button>
    );
  if (calls.failed + calls.excluded === 0) return null;
  return (
    <Button busy={rerun.isPending} onClick={() => rerun.mutate({ test_execution_id, ...failed })}>
      Re-run failed
    </Button>
  );
}

function Progress({ calls: { total, open } }: Pick<Verdict, "calls">) {
  return (
    <div className="grid gap-1">
      <ProgressBar value={total - open} max={total} label="Finished conversations" />
      <p aria-live="polite" className="text-xs text-soft tabular-nums">
        {total - open} of {total} conversations finished
      </p>
    </div>
  );
}
