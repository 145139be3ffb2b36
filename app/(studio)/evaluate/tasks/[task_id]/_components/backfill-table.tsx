"use client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button/button";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import type { Look } from "@/app/_ui/feedback/status";
import { countText, quantity } from "@/app/_ui/figure/numbers";
import { actionsColumn, timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { Cost, usdOfMicros } from "@/app/(studio)/_components/cost";
import { cancelBackfill } from "@/lib/client/evaluation/tasks";
import type { Output } from "@/lib/contracts/contract";
import type { Backfill } from "@/lib/contracts/evaluation/shapes/task-shapes";
import type { getEvalTask } from "@/lib/contracts/evaluation/tasks";
import { microsText } from "../../../../gateway/requests/_components/figures";

const states: Record<Backfill["status"], Look> = {
  running: { tone: "accent", shape: "half", word: "Running" },
  completed: { tone: "good", shape: "check", word: "Completed" },
  cancelled: { tone: "neutral", shape: "skip", word: "Cancelled" },
  stopped_at_ceiling: { tone: "warn", shape: "pause", word: "Stopped at ceiling" },
  failed: { tone: "bad", shape: "alert", word: "Failed" },
};

/** The task's backfills. */
export function BackfillTable({ task, may }: { task: Output<typeof getEvalTask>; may: boolean }) {
  const cancel = useMutation(cancelBackfill);
  const progress: Column<Backfill> = {
    key: "progress",
    header: "Evaluated",
    width: "w-44",
    cell: (backfill) => <Progress backfill={backfill} evaluations={task.evaluations.length} />,
  };
  const action: Column<Backfill> = actionsColumn({ header: "Action", width: "w-24" }, ({ id, status }) =>
    may && status === "running" ? (
      <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate({ task_id: task.id, backfill_id: id })}>
        Cancel
      </Button>
    ) : null,
  );
  return (
    <section aria-label="Backfills" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-base font-medium">Backfills</h2>
      <Table
        caption="Backfills"
        rows={task.backfills}
        rowKey={({ id }) => id}
        columns={[statusColumn, progress, ...settings, action]}
      />
    </section>
  );
}

function Progress({ backfill, evaluations }: { backfill: Backfill; evaluations: number }) {
  const all = backfill.taken * evaluations;
  const done = all - backfill.open;
  return (
    <span className="grid gap-1 tabular-nums">
      <span>
        {quantity(backfill.taken, "span")} <span className="text-faint">of {countText(backfill.seen)} seen</span>
      </span>
      {backfill.traces ? (
        <span className="text-xs text-faint">in {quantity(backfill.traces_seen, "chosen trace")}</span>
      ) : null}
      {backfill.status === "running" ? <ProgressBar value={done} max={all} label="Evaluations done" /> : null}
    </span>
  );
}

const statusColumn: Column<Backfill> = {
  key: "status",
  header: "Status",
  cell: ({ status, message }) => (
    <span className="grid">
      <LookStatus look={states[status]} />
      {message ? <span className="text-xs text-faint">{message}</span> : null}
    </span>
  ),
};

const settings: Column<Backfill>[] = [
  {
    key: "cost",
    header: "Cost",
    align: "right",
    wide: true,
    cell: ({ spent_micros, unpriced_calls, ceiling_micros }) => (
      <>
        <Cost usd={usdOfMicros(spent_micros)} unpriced={unpriced_calls} />
        {ceiling_micros === null ? "" : ` of ${microsText(ceiling_micros)}`}
      </>
    ),
  },
  timeColumn("Started", ({ created_at }) => created_at, { wide: true }),
];
