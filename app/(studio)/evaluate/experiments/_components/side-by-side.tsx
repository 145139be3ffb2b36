"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Difference } from "@/app/_components/difference/difference";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Status } from "@/app/_ui/feedback/status";
import { latencyText } from "@/app/_ui/figure/numbers";
import { oneOf, pageOf } from "@/app/(studio)/_components/address";
import { FilterSelect } from "@/app/(studio)/_components/filters";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { experimentRowsQuery } from "@/lib/client/evaluation/experiments";
import { isUnderWay } from "../../../datasets/[dataset_id]/_components/runs/run-words";
import { pointsText, scoreText } from "../../_components/figures";
import { NoScore } from "../../_components/no-score";
import type { ComparedExperiment, RowColumn, SideRow } from "./compared";

const changes = ["falls", "rises"] as const;
const changeOptions = [
  { value: "falls", label: "Got worse" },
  { value: "rises", label: "Got better" },
] as const;

interface Props {
  experiments: readonly ComparedExperiment[];
  /** Of the rows, without the output. */
  columns: readonly RowColumn[];
  /** Position of the evaluation whose results are shown. */
  metric: number;
  name: string;
}

/** Each row's outputs beside each other. Those that differ from the baseline show the words that differ. */
export function SideBySide({ experiments, columns, metric, name }: Props) {
  const { get, set } = useAddress();
  const change = oneOf(changes, get("change"));
  const page = pageOf(get("page"));
  const experiment_ids = experiments.map(({ id }) => id);
  const rows = useQuery({
    ...experimentRowsQuery({ experiment_ids, metric, change: change ?? "all", page, limit: 20 }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="row-by-row" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="row-by-row" className="text-base font-medium">
          {name}, row by row
        </h2>
        <FilterSelect
          name="change"
          label="Rows"
          value={change}
          all="All rows, worse first"
          options={changeOptions}
          width="w-60!"
        />
      </div>
      <PagedList
        found={rows}
        noun="rows"
        page={page}
        onPage={(next) => set({ page: next })}
        columns={experiments.length}
        empty={<EmptyState title="No rows match">No row of these experiments matches this filter.</EmptyState>}
      >
        {(results) => (
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {results.map((row) => (
              <Row key={row.row_id} row={row} experiments={experiments} columns={columns} />
            ))}
          </ol>
        )}
      </PagedList>
    </section>
  );
}

interface RowProps extends Pick<Props, "experiments" | "columns"> {
  row: SideRow;
}

function Row({ row, experiments, columns }: RowProps) {
  const base = row.values[0]?.output ?? null;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line p-4">
      <h3 className="font-medium">{row.position === null ? "A row of another version" : `Row ${row.position}`}</h3>
      <RowCells row={row} columns={columns} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-4">
        {row.values.map((value, index) => (
          <section
            key={value.experiment_id}
            aria-label={experiments[index]?.name ?? "Experiment"}
            className="grid content-start gap-2"
          >
            <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-faint">
              {experiments[index]?.name}
              {value.latency_ms === null ? null : <span>{latencyText(value.latency_ms)}</span>}
            </p>
            <Verdict value={value} />
            <Output value={value} base={index === 0 ? null : base} isToCome={isToCome(experiments[index])} />
          </section>
        ))}
      </div>
    </li>
  );
}

/** What the row has besides the output, such as the question. */
function RowCells({ row: { cells }, columns }: Pick<RowProps, "row" | "columns">) {
  const shown = columns.filter(({ id }) => cells[id]);
  if (shown.length === 0) return null;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {shown.map(({ id, name }) => (
        <div key={id} className="flex gap-2">
          <dt className="shrink-0 text-xs leading-5 text-faint">{name}</dt>
          <dd dir="auto" className="line-clamp-3 whitespace-pre-wrap wrap-anywhere">
            {cells[id]}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Value = SideRow["values"][number];

const isToCome = (experiment: ComparedExperiment | undefined): boolean =>
  experiment !== undefined && isUnderWay(experiment.status);

function Verdict({ value: { outcome, passed, score, label, reason, difference } }: { value: Value }) {
  if (outcome !== "scored")
    return (
      <span className="text-xs">
        <NoScore outcome={outcome} open="Not evaluated" />
        {reason ? <span className="block text-soft">{reason}</span> : null}
      </span>
    );
  const figure = label ?? (score === null ? "" : scoreText(score));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <span className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <Status
          shape={passed === null ? "ring" : passed ? "check" : "cross"}
          tone={passed === null ? "neutral" : passed ? "good" : "bad"}
        >
          {figure}
        </Status>
        {difference === null || difference === 0 ? null : (
          <span className="text-xs text-soft tabular-nums">{pointsText(difference)}</span>
        )}
      </span>
      {reason ? (
        <details className="text-xs">
          <summary className="text-faint pointer-coarse:min-h-11 pointer-coarse:py-3">Reason</summary>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere text-soft">
            {reason}
          </p>
        </details>
      ) : null}
    </div>
  );
}

interface OutputProps {
  value: Value;
  base: string | null;
  /** Whether the experiment may still produce one. */
  isToCome: boolean;
}

function Output({ value: { output, output_reason }, base, isToCome }: OutputProps) {
  if (output === null)
    return <p className="text-soft">{output_reason || (isToCome ? "No output yet." : "No output.")}</p>;
  if (base !== null && base !== output) return <Difference name="Output" before={base} after={output} />;
  return (
    <p dir="auto" className="rounded-md border border-line p-3 whitespace-pre-wrap wrap-anywhere">
      {output === "" ? <span className="text-faint">Empty</span> : output}
    </p>
  );
}
