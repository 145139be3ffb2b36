"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { FilterSelect } from "@/app/(studio)/_components/filters";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { spanScoresQuery } from "@/lib/client/evaluation/tasks";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import { spanVerdicts } from "@/lib/contracts/evaluation/names";
import type { EvaluationTask } from "@/lib/contracts/evaluation/shapes/task-shapes";
import type { listSpanScores } from "@/lib/contracts/evaluation/span-scores";
import { oneOf, pageOf } from "../../../../_components/address";
import { verdictWords } from "../../../../traces/_components/verdict-words";
import { scoreColumns } from "../../../../traces/[trace_id]/_components/span/score-list";

const verdictOptions = spanVerdicts.map((value) => ({ value, label: verdictWords[value] }));
const POLL_MS = 3000;

/** The scores of spans, newest first. */
export function ScoreTable({ task, isBusy }: { task: EvaluationTask; isBusy: boolean }) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const verdict = oneOf(spanVerdicts, get("verdict"));
  const evaluation = task.evaluations.find(({ id }) => id === get("evaluation"))?.id;
  const found = useQuery({
    ...spanScoresQuery({
      task_id: task.id,
      page,
      ...(verdict ? { verdict } : {}),
      ...(evaluation ? { evaluation_id: evaluation } : {}),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isBusy ? POLL_MS : false,
  });
  return (
    <section aria-label="Scores" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-medium">Scores</h2>
        <div className="flex flex-wrap gap-2">
          <ScoreFilters task={task} evaluation={evaluation} verdict={verdict} />
        </div>
      </div>
      <PagedTable
        found={found}
        noun="scores"
        caption="Scores"
        columns={columns}
        rowKey={({ evaluation_id, span_id }) => `${evaluation_id} ${span_id}`}
        empty={
          <NoScores
            isFiltered={evaluation !== undefined || verdict !== undefined}
            onAll={() => set({ evaluation: null, verdict: null, page: null })}
          />
        }
      />
    </section>
  );
}

function NoScores({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  if (!isFiltered)
    return <EmptyState title="No spans yet">Spans appear as they arrive, or after a backfill.</EmptyState>;
  return (
    <EmptyState title="No score matches" action={<Button onClick={onAll}>Show all scores</Button>}>
      No span has this verdict.
    </EmptyState>
  );
}

interface FilterProps {
  task: EvaluationTask;
  evaluation: string | undefined;
  verdict: (typeof spanVerdicts)[number] | undefined;
}

function ScoreFilters({ task, evaluation, verdict }: FilterProps) {
  return (
    <>
      {task.evaluations.length > 1 ? (
        <FilterSelect
          name="evaluation"
          label="Evaluation"
          value={evaluation}
          all="All evaluations"
          options={task.evaluations.map(({ id, name }) => ({ value: id, label: name }))}
          width="w-48!"
        />
      ) : null}
      <FilterSelect
        name="verdict"
        label="Verdict"
        value={verdict}
        all="Any verdict"
        options={verdictOptions}
        width="w-40!"
      />
      {evaluation || verdict ? (
        <LinkButton
          href={links.traces({
            project: task.project_id,
            ...(evaluation ? { evaluation } : {}),
            ...(verdict ? { verdict } : {}),
          })}
        >
          Show as traces
        </LinkButton>
      ) : null}
    </>
  );
}

type Score = Output<typeof listSpanScores>["results"][number];

const columns: Column<Score>[] = [
  {
    key: "span",
    header: "Span",
    width: "w-44",
    cell: ({ trace_id, span_id }) => (
      <RowLink href={links.trace(trace_id, span_id)}>
        <span className="font-mono text-xs">{span_id}</span>
      </RowLink>
    ),
  },
  ...scoreColumns,
  { key: "evaluation", header: "Evaluation", wide: true, cell: (score) => score.evaluation },
  timeColumn("Scored", ({ scored_at }) => scored_at, { missing: "Pending" }),
];
