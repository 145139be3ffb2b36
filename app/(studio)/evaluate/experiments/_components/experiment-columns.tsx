import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { countText } from "@/app/_ui/figure/numbers";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { Cost, usdOfMicros } from "@/app/(studio)/_components/cost";
import { RunStatus } from "@/app/(studio)/datasets/[dataset_id]/_components/runs/run-status";
import { links } from "@/lib/client/links";
import type { ListedExperiment } from "@/lib/contracts/evaluation/experiments/experiments";
import { coverageText, scoreText } from "../../_components/figures";
import { taskText } from "./task-text";

/** Where all are over one dataset, its name is not repeated. */
export const experimentColumns = (withDataset: boolean): Column<ListedExperiment>[] => [
  {
    key: "name",
    header: "Experiment",
    cell: (experiment) => (
      <span className="grid max-w-[52vw] sm:max-w-80">
        <RowLink href={links.evalRun(experiment.dataset_id, experiment.id)}>{experiment.name}</RowLink>
        <span className="truncate text-xs text-faint">{taskText(experiment)}</span>
        {withDataset ? <span className="truncate text-xs text-faint">Dataset: {experiment.dataset_name}</span> : null}
      </span>
    ),
  },
  { key: "status", header: "Status", width: "w-32", cell: ({ status }) => <RunStatus status={status} /> },
  {
    key: "done",
    header: "Cells done",
    wide: true,
    width: "w-40",
    cell: ({ total, open }) => (
      <span className="grid gap-1 tabular-nums">
        {countText(total - open)} of {countText(total)}
        <ProgressBar label="Cells done" value={total - open} max={total} />
      </span>
    ),
  },
  {
    key: "scores",
    header: "Mean scores",
    wide: true,
    cell: ({ scores }) => (
      <span className="grid text-xs tabular-nums">
        {scores.slice(0, 4).map(({ evaluation_id, name, mean_score, coverage }) => (
          <span key={evaluation_id} className="truncate">
            {name}: {mean_score === null ? "no score yet" : scoreText(mean_score)}
            {mean_score !== null && coverage !== null && coverage < 1 ? `, ${coverageText(coverage)} scored` : null}
          </span>
        ))}
        {scores.length > 4 ? <span className="text-faint">and {scores.length - 4} more</span> : null}
      </span>
    ),
  },
  {
    key: "cost",
    header: "Cost",
    align: "right",
    wide: true,
    width: "w-24",
    cell: ({ spent_micros, unpriced_calls }) => <Cost usd={usdOfMicros(spent_micros)} unpriced={unpriced_calls} />,
  },
  timeColumn("Started", ({ created_at }) => created_at, { wide: true }),
];
