"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { IntervalAxis, IntervalPlot } from "@/app/_ui/figure/interval-plot";
import { coefficientText, countText, rangeText } from "@/app/_ui/figure/numbers";
import type { Domain } from "@/app/_ui/figure/scale";
import { type Column, Table } from "@/app/_ui/list/table";
import { chanceText, pointsText, scoreText } from "../../_components/figures";
import { type ComparedEvaluation, keyOf, nameOf, testWords } from "./compared";

interface Props {
  evaluations: readonly ComparedEvaluation[];
  /** The first evaluation of the pair whose rows are shown. */
  chosen: string | null;
  onChoose: (id: string) => void;
  asTable: boolean;
}

const NOT_COMPARED = "Not compared";

/** Each pair of evaluations: difference with 95 % interval, test, and rows needed. */
export function ComparisonTable({ evaluations, chosen, onChoose, asTable }: Props) {
  const domain = domainOf(evaluations);
  const name: Column<ComparedEvaluation> = {
    key: "name",
    header: "Evaluation",
    width: "min-w-36",
    cell: (row) => <Name row={row} isChosen={row.first?.evaluation_id === chosen} onChoose={onChoose} />,
  };
  return (
    <Table
      caption="Runs compared by evaluation"
      rows={evaluations}
      rowKey={keyOf}
      columns={[name, ...scores, ...(asTable ? intervalColumns : [plotColumn(domain)]), ...statistics]}
    />
  );
}

const reasonOf = ({ compared, refused }: ComparedEvaluation): string => refused ?? compared?.reason ?? NOT_COMPARED;

const scores: Column<ComparedEvaluation>[] = [
  ...(["first", "second"] as const).map(
    (side): Column<ComparedEvaluation> => ({
      key: side,
      header: side === "first" ? "First" : "Second",
      align: "right",
      width: "w-20",
      wide: true,
      cell: (row) => {
        const mean = row.compared?.[side] ?? null;
        return mean === null ? <Missing reason={reasonOf(row)} /> : scoreText(mean);
      },
    }),
  ),
  {
    key: "difference",
    header: "Difference",
    align: "right",
    width: "w-28",
    cell: (row) => <Difference row={row} />,
  },
];

const statistics: Column<ComparedEvaluation>[] = [
  {
    key: "p",
    header: "p (Holm)",
    align: "right",
    width: "w-24",
    cell: (row) => {
      const test = row.compared?.test;
      return test ? (
        <span title={`${testWords[test.name]}, ${chanceText(test.p)} alone`}>{chanceText(test.p_holm)}</span>
      ) : (
        <Missing reason={reasonOf(row)} />
      );
    },
  },
  {
    key: "effect",
    header: "Effect",
    align: "right",
    width: "w-16",
    wide: true,
    cell: ({ compared, refused }) =>
      compared?.effect ? (
        <span title={compared.effect.name === "cohens_g" ? "Cohen's g" : "Rank-biserial correlation"}>
          {coefficientText(compared.effect.value)}
        </span>
      ) : (
        <Missing reason={refused ?? "No rows differ"} />
      ),
  },
  {
    key: "rows",
    header: "Rows",
    align: "right",
    width: "w-24",
    wide: true,
    cell: ({ coverage: { both, only_first, only_second, neither } }) => (
      <span
        title={`${only_first} scored in the first alone, ${only_second} in the second alone, ${neither} in neither`}
      >
        {countText(both)} of {countText(both + only_first + only_second + neither)}
      </span>
    ),
  },
  {
    key: "needed",
    header: "Needed",
    align: "right",
    width: "w-20",
    wide: true,
    cell: ({ compared, refused }) =>
      compared?.needed_rows == null ? (
        <Missing reason={refused ?? "No difference"} />
      ) : (
        <span title="Rows needed to detect this difference at the 5 % level with 80 % power">
          {countText(compared.needed_rows)}
        </span>
      ),
  },
];

interface NameProps {
  row: ComparedEvaluation;
  isChosen: boolean;
  onChoose: (id: string) => void;
}

function Name({ row, isChosen, onChoose }: NameProps) {
  const { first, compared, refused } = row;
  const below =
    refused ??
    (compared?.difference === null
      ? (compared.reason ?? NOT_COMPARED)
      : compared
        ? `${countText(compared.rises)} rows rose, ${countText(compared.falls)} fell`
        : "");
  return (
    <span className="block py-1">
      {first && compared ? (
        <button
          type="button"
          aria-pressed={isChosen}
          className="reach font-medium hover:underline aria-pressed:text-accent"
          onClick={() => onChoose(first.evaluation_id)}
        >
          {nameOf(row)}
        </button>
      ) : (
        <span className="font-medium">{nameOf(row)}</span>
      )}
      <span className="block text-xs text-faint">{below}</span>
    </span>
  );
}

function Difference({ row }: { row: ComparedEvaluation }) {
  const { compared } = row;
  if (compared?.difference == null) return <Missing reason={reasonOf(row)} />;
  return (
    <>
      <span className="block font-medium">{pointsText(compared.difference)}</span>
      <span className="block text-xs whitespace-nowrap text-faint sm:hidden">
        {compared.interval ? rangeText(compared.interval, pointsText) : null}
      </span>
    </>
  );
}

const intervalColumns: Column<ComparedEvaluation>[] = (["low", "high"] as const).map((end) => ({
  key: end,
  header: end === "low" ? "95 % from" : "95 % to",
  align: "right",
  width: "w-24",
  wide: true,
  cell: (row) => (row.compared?.interval ? pointsText(row.compared.interval[end]) : <Missing reason={reasonOf(row)} />),
}));

const plotColumn = (domain: Domain): Column<ComparedEvaluation> => ({
  key: "plot",
  header: (
    <span className="block font-normal">
      <span className="sr-only">95 % interval of the difference</span>
      <IntervalAxis domain={domain} format={(tick) => (tick * 100).toFixed(0).replace("-", "−")} />
    </span>
  ),
  width: "w-1/4 min-w-40",
  wide: true,
  cell: (row) => (
    <IntervalPlot
      domain={domain}
      value={row.compared?.difference ?? null}
      interval={row.compared?.interval ?? null}
      summary={plotSummary(row)}
    />
  ),
});

function plotSummary(row: ComparedEvaluation): string {
  const { compared } = row;
  if (compared?.difference == null) return `${nameOf(row)}: ${reasonOf(row)}`;
  const point = `${nameOf(row)}: ${pointsText(compared.difference)}`;
  return compared.interval
    ? `${point}, 95 % interval ${rangeText(compared.interval, pointsText)}`
    : `${point}, no interval: ${compared.reason}`;
}

/** A symmetric range around 0 that contains all intervals, in steps of a fifth. */
function domainOf(evaluations: readonly ComparedEvaluation[]): Domain {
  const ends = evaluations.flatMap(({ compared }) =>
    compared ? [compared.difference ?? 0, compared.interval?.low ?? 0, compared.interval?.high ?? 0] : [],
  );
  const reach = Math.max(0.2, Math.ceil(Math.max(0, ...ends.map(Math.abs)) * 5 - 1e-9) / 5);
  return { min: -reach, max: reach };
}
