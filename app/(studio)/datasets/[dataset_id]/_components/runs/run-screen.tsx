"use client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { FoundPage } from "@/app/_components/found-page";
import { Loaded } from "@/app/_components/loaded";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { LinkButton } from "@/app/_ui/button/link-button";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { useLastLook } from "@/app/(studio)/_components/last-look";
import { experimentFile } from "@/lib/client/evaluation/experiments";
import { cancelEvalRun, evalRunSummaryQuery, runKeys } from "@/lib/client/evaluation/runs";
import { evalRunQuery } from "@/lib/client/evaluation/trust";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalRunSummary } from "@/lib/contracts/evaluation/run-summary";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";
import { RetryDialog } from "./retry-dialog";
import { RunCells } from "./run-cells";
import { RunFacts } from "./run-facts";
import { RunInPipeline } from "./run-in-pipeline";
import { RunStatus } from "./run-status";
import { RunSummary } from "./run-summary";
import { RunTask } from "./run-task";
import { isUnderWay, mayRetry } from "./run-words";

/** Reading a run's progress costs the same for ten cells and for a million. */
const PROGRESS_MS = 1000;
const SUMMARY_MS = 5000;

interface Props {
  datasetId: string;
  runId: string;
}

export function RunScreen({ datasetId, runId }: Props) {
  const found = useQuery({
    ...evalRunQuery(runId),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.status) ? PROGRESS_MS : false),
  });
  if (found.data && found.data.dataset_id !== datasetId) notFound();
  return (
    <PageBody>
      <FoundPage
        found={found}
        title="Run"
        parent={{ href: links.dataset(datasetId), label: "Dataset" }}
        problem="The run could not be loaded"
        columns={3}
      >
        {(run) => <Shown run={run} />}
      </FoundPage>
    </PageBody>
  );
}

function Shown({ run }: { run: RunDetail }) {
  const [asTables, setAsTables] = useState(false);
  const may = useMayWrite();
  const isLive = isUnderWay(run.status);
  const hasScores = run.kind !== "prediction";
  const summary = useQuery({
    ...evalRunSummaryQuery(run.id),
    enabled: hasScores,
    refetchInterval: isLive ? SUMMARY_MS : false,
  });
  useLastLook(isLive, runKeys);
  return (
    <>
      <PageHeader
        title={run.name}
        status={<RunStatus status={run.status} />}
        description={run.reason}
        parent={{ href: links.datasetRuns(run.dataset_id), label: "Runs of the dataset" }}
        actions={
          <>
            {hasScores ? <TableSwitch asTables={asTables} onChange={setAsTables} /> : null}
            <Comparisons run={run} />
            {may ? <RunActions run={run} /> : null}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <RunFacts run={run} />
        <RunTask run={run} />
        {hasScores ? <Scores run={run} found={summary} asTables={asTables} mayCalibrate={may} /> : null}
        <RunCells run={run} />
        <RunInPipeline run={run} />
      </div>
    </>
  );
}

interface ScoresProps {
  run: RunDetail;
  found: UseQueryResult<Output<typeof getEvalRunSummary>>;
  asTables: boolean;
  mayCalibrate: boolean;
}

const Scores = ({ run, found, asTables, mayCalibrate }: ScoresProps) => (
  <Loaded found={found} problem="The summary could not be loaded" skeleton={<TableSkeleton columns={3} rows={4} />}>
    {(summary) => (
      <RunSummary
        summary={summary}
        rows={run.rows}
        asTables={asTables}
        isExperiment={run.kind === "experiment"}
        mayCalibrate={mayCalibrate}
      />
    )}
  </Loaded>
);

/** Links to comparisons with other runs over the dataset. */
const Comparisons = ({ run }: { run: RunDetail }) => (
  <>
    {run.kind === "evaluation" && !isUnderWay(run.status) ? (
      <LinkButton href={links.compareEvalRuns({ first: run.id })}>Compare</LinkButton>
    ) : null}
    {run.kind === "experiment" ? <Downloads id={run.id} /> : null}
    {run.run_before ? (
      <LinkButton href={links.compareEvalRuns({ first: run.run_before.id, second: run.id })}>
        Compare with previous run
      </LinkButton>
    ) : null}
  </>
);

/** Downloads work while it runs: they have what is there. */
const Downloads = ({ id }: { id: string }) => (
  <>
    {(["csv", "junit"] as const).map((format) => (
      <a key={format} href={experimentFile(id, format)} download className={buttonClasses({})}>
        {format === "csv" ? "CSV" : "JUnit"}
      </a>
    ))}
    <LinkButton href={links.experiments()}>All experiments</LinkButton>
  </>
);

/** Buttons that end a run or resume it, and the dialogs that they open. */
function RunActions({ run }: { run: RunDetail }) {
  const [asking, setAsking] = useState<"cancel" | "retry" | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      {isUnderWay(run.status) ? <Button onClick={() => setAsking("cancel")}>Cancel run</Button> : null}
      {mayRetry(run) ? (
        <Button look="primary" onClick={() => setAsking("retry")}>
          {run.open > 0 ? "Resume" : "Retry failures"}
        </Button>
      ) : null}
      <ConfirmChange
        open={asking === "cancel"}
        onClose={close}
        title="Cancel the run?"
        action="Cancel run"
        change={cancelEvalRun}
        input={{ run_id: run.id }}
      >
        No further cells start. Results so far are kept, and you can resume the run later.
      </ConfirmChange>
      {asking === "retry" ? <RetryDialog run={run} onClose={close} /> : null}
    </>
  );
}
