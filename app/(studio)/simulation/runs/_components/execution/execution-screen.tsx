"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { buttonClasses } from "@/app/_ui/button-look";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { ProgressBar } from "@/app/_ui/progress-bar";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { Tabs } from "@/app/_ui/tabs";
import { oneOf } from "@/app/(studio)/_components/address";
import { isStatus } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { cancelTestExecution, executionCsvHref, PLAYING_MS, rerunCalls, verdictQuery } from "@/lib/client/runs";
import type { Output } from "@/lib/contracts/contract";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import type { getExecutionVerdict } from "@/lib/contracts/simulation/runs/execution-figures";
import { executionLooks } from "../words";
import { CallGrid } from "./call-grid";
import { ExecutionComparison } from "./execution-comparison";
import { ExecutionFigures } from "./execution-figures";

type Verdict = Output<typeof getExecutionVerdict>;
const views = ["calls", "compare"] as const;

export function ExecutionScreen({ executionId, role }: { executionId: string; role: OrganizationRole }) {
  // A small response whose cost does not depend on the number of calls.
  const found = useQuery({
    ...verdictQuery(executionId),
    refetchInterval: ({ state }) => (state.data?.done === false ? PLAYING_MS : false),
  });
  if (found.data) return <Shown verdict={found.data} may={mayWrite(role)} />;
  // 400: the id is malformed.
  if (isStatus(found.error, 404) || isStatus(found.error, 400)) notFound();
  return (
    <>
      <PageHeader title="Execution" parent={{ href: links.runs(), label: "Test runs" }} />
      {found.isPending ? (
        <TableSkeleton columns={5} rows={6} />
      ) : (
        <ErrorState title="The execution could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      )}
    </>
  );
}

function Shown({ verdict, may }: { verdict: Verdict; may: boolean }) {
  const { get, set } = useAddress();
  const view = oneOf(views, get("view") ?? "") ?? "calls";
  const cancel = useMutation(cancelTestExecution);
  const rerun = useMutation(rerunCalls);
  const { execution_id, status, calls, done } = verdict;
  const { tone, shape, word } = executionLooks[status];
  const hasFailed = calls.failed + calls.excluded > 0;
  return (
    <>
      <PageHeader
        title="Execution"
        status={
          <Status tone={tone} shape={shape}>
            {word}
          </Status>
        }
        parent={{ href: links.run(verdict.run_test_id), label: "Test run" }}
        actions={
          <>
            <a href={executionCsvHref(execution_id)} download className={buttonClasses({})}>
              Download CSV
            </a>
            {may ? (
              done ? (
                hasFailed ? (
                  <Button
                    busy={rerun.isPending}
                    onClick={() =>
                      rerun.mutate({
                        test_execution_id: execution_id,
                        ...{ rerun_type: "call_and_eval", select_all: true, only_failed: true },
                      })
                    }
                  >
                    Re-run failed
                  </Button>
                ) : null
              ) : (
                <Button busy={cancel.isPending} onClick={() => cancel.mutate({ test_execution_id: execution_id })}>
                  Cancel
                </Button>
              )
            ) : null}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {done ? null : (
          <div className="grid gap-1">
            <ProgressBar value={calls.total - calls.open} max={calls.total} label="Finished conversations" />
            <p aria-live="polite" className="text-xs text-soft tabular-nums">
              {calls.total - calls.open} of {calls.total} conversations finished
            </p>
          </div>
        )}
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
