import { Missing } from "@/app/_ui/feedback/missing";
import { countText, latencyText } from "@/app/_ui/figure/numbers";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { Cost, usdOfMicros } from "@/app/(studio)/_components/cost";
import { links } from "@/lib/client/links";
import type { ComparedExperiment } from "./compared";
import { taskText } from "./task-text";

/** Outputs, cost and latency of each experiment. */
export const CostTable = ({ experiments }: { experiments: readonly ComparedExperiment[] }) => (
  <section aria-labelledby="outputs">
    <h2 id="outputs" className="mb-3 text-base font-medium">
      Outputs
    </h2>
    <Table
      caption="Outputs, cost and latency"
      rows={experiments}
      rowKey={({ id }) => id}
      columns={columnsOf(experiments[0]?.id)}
    />
  </section>
);

const columnsOf = (baseline: string | undefined): Column<ComparedExperiment>[] => [
  {
    key: "name",
    header: "Experiment",
    cell: (experiment) => (
      <span className="grid">
        <RowLink href={links.evalRun(experiment.dataset_id, experiment.id)}>{experiment.name}</RowLink>
        <span className="text-xs text-faint">
          {experiment.id === baseline ? "Baseline. " : ""}
          {taskText(experiment)}
        </span>
      </span>
    ),
  },
  {
    key: "outputs",
    header: "Outputs",
    align: "right",
    width: "w-28",
    cell: ({ outputs, missing }) => `${countText(outputs)} of ${countText(outputs + missing)}`,
  },
  {
    key: "cost",
    header: "Cost of outputs",
    align: "right",
    wide: true,
    width: "w-32",
    cell: ({ cost_micros, unpriced_calls }) => <Cost usd={usdOfMicros(cost_micros)} unpriced={unpriced_calls} />,
  },
  ...(["latency_p50_ms", "latency_p95_ms"] as const).map(
    (key): Column<ComparedExperiment> => ({
      key,
      header: key === "latency_p50_ms" ? "Latency, median" : "95 % within",
      align: "right",
      wide: true,
      width: "w-32",
      cell: (experiment) => {
        const ms = experiment[key];
        return ms === null ? <Missing reason="No model was asked" /> : latencyText(ms);
      },
    }),
  ),
];
