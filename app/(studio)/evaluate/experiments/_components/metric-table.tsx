import { Missing } from "@/app/_ui/feedback/missing";
import { countedOf, quantity, rangeText } from "@/app/_ui/figure/numbers";
import { type Column, Table } from "@/app/_ui/list/table";
import { chanceText, pointsText, scoreText } from "../../_components/figures";
import type { ComparedExperiment, ComparedMetric } from "./compared";

interface Props {
  experiments: readonly ComparedExperiment[];
  metrics: readonly ComparedMetric[];
  /** The metric whose rows are shown. */
  chosen: number;
  onChoose: (metric: number) => void;
}

interface Numbered extends ComparedMetric {
  position: number;
}

/** Each metric's mean per experiment, and its difference from the baseline with 95 % interval and p. */
export function MetricTable({ experiments, metrics, chosen, onChoose }: Props) {
  const name: Column<Numbered> = {
    key: "name",
    header: "Evaluation",
    width: "min-w-36",
    cell: ({ name, position }) => (
      <button
        type="button"
        aria-pressed={position === chosen}
        className="reach text-left font-medium text-ink hover:underline hover:underline-offset-2 aria-pressed:underline"
        onClick={() => onChoose(position)}
      >
        {name}
      </button>
    ),
  };
  const values = experiments.map(
    ({ id, name: header, outputs, missing }, index): Column<Numbered> => ({
      key: id,
      header,
      align: "right",
      width: "min-w-36",
      cell: (metric) => <Value value={metric.values[index]} outputs={outputs + missing} isBaseline={index === 0} />,
    }),
  );
  return (
    <section aria-labelledby="scores">
      <h2 id="scores" className="mb-1 text-base font-medium">
        Scores
      </h2>
      <p className="mb-3 text-soft">
        Below each mean: the difference from the baseline with its 95 % interval, and p adjusted for all tests here
        (Holm). It is over the rows that have a score in both, where the baseline may have another mean.
      </p>
      <Table
        caption="Scores by evaluation"
        rows={metrics.map((metric, position) => ({ ...metric, position }))}
        rowKey={({ position }) => String(position)}
        columns={[name, ...values]}
      />
    </section>
  );
}

interface ValueProps {
  value: ComparedMetric["values"][number] | undefined;
  /** How many outputs it could have scores of. */
  outputs: number;
  isBaseline: boolean;
}

function Value({ value, outputs, isBaseline }: ValueProps) {
  if (!value || value.mean === null) return <Missing reason={value?.refused ?? "No scores yet"} />;
  const { mean, rows, compared, refused } = value;
  return (
    <span className="grid justify-items-end">
      <span className="font-medium">{scoreText(mean)}</span>
      {rows < outputs ? <span className="text-xs text-faint">{countedOf(rows, outputs, "output")}</span> : null}
      {isBaseline ? null : (
        <span className="text-xs text-faint">
          {compared === null || compared.difference === null
            ? (refused ?? compared?.reason ?? "Not compared")
            : differenceText(compared)}
        </span>
      )}
      {!isBaseline && compared && compared.difference !== null ? (
        <span className="text-xs text-faint">
          over {quantity(compared.rows, "row")}
          {compared.first === null ? "" : `, baseline ${scoreText(compared.first)}`}
        </span>
      ) : null}
    </span>
  );
}

function differenceText({ difference, interval, test }: NonNullable<ComparedMetric["values"][number]["compared"]>) {
  const range = interval ? ` (${rangeText(interval, pointsText)})` : "";
  return `${pointsText(difference ?? 0)}${range}${test ? `, p ${chanceText(test.p_holm)}` : ""}`;
}
