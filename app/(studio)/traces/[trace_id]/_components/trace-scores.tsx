"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Table } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import type { SpanScore } from "@/lib/contracts/evaluation/span-scores";
import type { Span, Trace } from "@/lib/contracts/traces/traces";
import { scoreColumns } from "./span/score-list";

interface Props {
  trace: Trace & { spans: readonly Span[] };
  scores: UseQueryResult<SpanScore[]>;
  onChoose: (spanId: string) => void;
}

/** All scores of the trace's spans. */
export function TraceScores({ trace, scores, onChoose }: Props) {
  const nameOf = (id: string) => trace.spans.find(({ span_id }) => span_id === id)?.name ?? id;
  return (
    <section aria-label="Scores of the trace" className="mt-8">
      <h2 className="mb-2 text-base font-medium">Scores</h2>
      {scores.isPending ? (
        <TableSkeleton columns={4} rows={2} />
      ) : scores.isError ? (
        <ErrorState title="The scores could not be loaded" error={scores.error} onRetry={() => scores.refetch()} />
      ) : scores.data.length === 0 ? (
        <EmptyState
          title="No scores yet"
          action={<LinkButton href={links.newEvalTask(trace.project_id)}>Evaluate this project's spans</LinkButton>}
        >
          A task evaluates new or past spans. Its scores appear here, each with its reason.
        </EmptyState>
      ) : (
        <Table
          caption="Scores of the trace"
          rows={scores.data}
          rowKey={({ evaluation_id, span_id }) => `${evaluation_id} ${span_id}`}
          columns={[
            { key: "evaluation", header: "Evaluation", cell: ({ evaluation }) => evaluation },
            {
              key: "span",
              header: "Span",
              cell: ({ span_id }) => (
                <button
                  type="button"
                  className="reach text-left text-accent wrap-anywhere hover:underline"
                  onClick={() => onChoose(span_id)}
                >
                  {nameOf(span_id)}
                </button>
              ),
            },
            ...scoreColumns,
          ]}
        />
      )}
    </section>
  );
}
