import NextLink from "next/link";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { countColumn } from "@/app/_ui/list/columns";
import type { Column } from "@/app/_ui/list/table";
import { CellInputs } from "@/app/(studio)/evaluate/_components/cell-inputs";
import { Verdict } from "@/app/(studio)/evaluate/_components/verdict";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listEvalRunCells } from "@/lib/contracts/evaluation/runs";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";

type Cell = Output<typeof listEvalRunCells>["results"][number];

/** The columns of a run's cells. Those that have one value for all cells are left out. */
export const cellColumns = (run: RunDetail): Column<Cell>[] => [
  rowColumn(run.dataset_id),
  ...result,
  ...(run.evaluations.length > 1 ? [evaluationColumn(run.evaluations)] : []),
  reason,
  ...(run.repeats > 1 ? [repeat] : []),
  ...origin,
];

const rowColumn = (datasetId: string): Column<Cell> => ({
  key: "row",
  header: "Row",
  align: "right",
  width: "w-14",
  cell: ({ row, row_id }) =>
    row === null ? (
      <Missing reason="The row was deleted" />
    ) : (
      <NextLink href={links.datasetRow(datasetId, row_id)} className="reach text-accent hover:underline">
        {row}
      </NextLink>
    ),
});

const result: Column<Cell>[] = [
  {
    key: "inputs",
    header: "Inputs",
    width: "min-w-40",
    wide: true,
    cell: ({ inputs }) => <CellInputs inputs={inputs} />,
  },
  {
    key: "verdict",
    header: "Verdict",
    width: "w-36",
    cell: ({ outcome, output }) =>
      outcome === null ? (
        <Status shape="ring">Not done</Status>
      ) : outcome === "answered" ? (
        <Status tone="good" shape="check">
          Answered
        </Status>
      ) : (
        <Verdict outcome={outcome} output={output} />
      ),
  },
];

const evaluationColumn = (evaluations: RunDetail["evaluations"]): Column<Cell> => ({
  key: "evaluation",
  header: "Evaluation",
  wide: true,
  cell: ({ evaluation_id }) => evaluations.find(({ id }) => id === evaluation_id)?.name ?? "",
});

const reason: Column<Cell> = {
  key: "reason",
  header: "Reason",
  width: "w-1/3",
  cell: ({ reason: text }) =>
    text ? (
      <span className="line-clamp-2 text-soft wrap-anywhere" title={text}>
        {text}
      </span>
    ) : (
      <Missing reason="No reason given" />
    ),
};

const repeat: Column<Cell> = {
  key: "repeat",
  header: "Repeat",
  align: "right",
  wide: true,
  cell: ({ repeat: index }) => index + 1,
};

const origin: Column<Cell>[] = [
  countColumn("Attempts", ({ attempts }) => attempts, { width: "w-20", wide: true }),
  {
    key: "log",
    header: "Log",
    align: "right",
    width: "w-16",
    cell: ({ log_id }) =>
      log_id ? (
        <NextLink href={links.evalLogs({ run: log_id })} className="reach text-accent hover:underline">
          Open
        </NextLink>
      ) : (
        <Missing reason="No log" />
      ),
  },
];
