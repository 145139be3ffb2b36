"use client";
import { Button } from "@/app/_ui/button/button";
import { Missing } from "@/app/_ui/feedback/missing";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { actionsColumn, timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import type { Order } from "@/app/_ui/list/table-head";
import { links } from "@/lib/client/links";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { QueueStatus } from "../../_components/queue-status";
import { DueDate } from "../../_components/queues/due-date";

interface Props {
  queues: readonly Queue[];
  stale: boolean;
  order: Order;
  /** Set only in the list of archived queues. */
  onRestore?: (id: string) => void;
}

const columns: readonly Column<Queue>[] = [
  {
    key: "status",
    header: "Status",
    sort: "status",
    width: "w-28",
    cell: (queue) => <QueueStatus status={queue.status} />,
  },
  {
    key: "progress",
    header: "Completed",
    sort: "progress",
    width: "w-52",
    wide: true,
    cell: (queue) => <Completed queue={queue} />,
  },
  {
    key: "due",
    header: "Due",
    wide: true,
    sort: "due_date",
    width: "w-40",
    cell: (queue) => (queue.due_date === null ? <Missing reason="No due date" /> : <DueDate queue={queue} />),
  },
  {
    key: "labels",
    header: "Labels",
    sort: "labels",
    align: "right",
    width: "w-20",
    wide: true,
    cell: (queue) => queue.label_count,
  },
  {
    key: "people",
    header: "Members",
    sort: "members",
    align: "right",
    width: "w-20",
    wide: true,
    cell: (queue) => queue.annotator_count,
  },
  timeColumn("Created", (queue) => queue.created_at, { sort: "created_at", wide: true }),
];

const nameColumn = (isLinked: boolean): Column<Queue> => ({
  key: "name",
  header: "Name",
  sort: "name",
  cell: (queue) => (
    <span className="grid">
      {isLinked ? (
        <RowLink href={links.queue(queue.id)}>{queue.name}</RowLink>
      ) : (
        <span className="truncate font-medium">{queue.name}</span>
      )}
      <span className="text-xs empty:hidden sm:hidden">
        <DueDate queue={queue} />
      </span>
    </span>
  ),
});

const restoreColumn = (onRestore: (id: string) => void): Column<Queue> =>
  actionsColumn({ header: "Restore", width: "w-28" }, (queue) => (
    <Button size="small" aria-label={`Restore ${queue.name}`} onClick={() => onRestore(queue.id)}>
      Restore
    </Button>
  ));

export const QueueTable = ({ queues, stale, order, onRestore }: Props) => (
  <Table
    caption="Queues"
    columns={[nameColumn(!onRestore), ...columns, ...(onRestore ? [restoreColumn(onRestore)] : [])]}
    rows={queues}
    rowKey={(queue) => queue.id}
    stale={stale}
    order={order}
  />
);

function Completed({ queue: { item_count = 0, completed_count = 0 } }: { queue: Queue }) {
  if (item_count === 0) return <Missing reason="This queue has no items yet" />;
  return (
    <span className="flex items-center gap-3 tabular-nums">
      <ProgressBar className="w-24" label="Completed items" value={completed_count} max={item_count} />
      {completed_count} of {item_count}
    </span>
  );
}
