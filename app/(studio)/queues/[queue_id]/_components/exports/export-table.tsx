"use client";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import type { Look } from "@/app/_ui/feedback/status";
import { timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { hint } from "@/app/_ui/overlay/hint";
import { exportDownloadHref } from "@/lib/client/annotation";
import type { QueueExport } from "@/lib/contracts/annotation/exports";

const faces: Record<QueueExport["status"], Look> = {
  queued: { tone: "neutral", shape: "ring", word: "Queued" },
  running: { tone: "accent", shape: "half", word: "Writing" },
  completed: { tone: "good", shape: "check", word: "Complete" },
  failed: { tone: "bad", shape: "alert", word: "Failed" },
  expired: { tone: "neutral", shape: "archive", word: "Expired" },
};

const withoutFile: Record<Exclude<QueueExport["status"], "completed">, string> = {
  queued: "The file is being written",
  running: "The file is being written",
  failed: "The export failed",
  expired: "The file was deleted after seven days. Start a new export",
};

const columns: readonly Column<QueueExport>[] = [
  {
    key: "format",
    header: "Format",
    width: "w-20",
    cell: (entry) => <span className="font-medium uppercase">{entry.format}</span>,
  },
  { key: "status", header: "Status", width: "w-32", cell: (entry) => <State entry={entry} /> },
  {
    key: "items",
    header: "Items",
    cell: (entry) => (
      <span className="flex items-center gap-3 tabular-nums">
        <ProgressBar
          className="w-24 max-sm:hidden"
          label="Items written"
          value={entry.items_done}
          max={entry.items_total}
        />
        {entry.items_done} of {entry.items_total}
      </span>
    ),
  },
  timeColumn("Started", (entry) => entry.created_at, { wide: true }),
];

export function ExportTable({ queueId, exports }: { queueId: string; exports: readonly QueueExport[] }) {
  const file: Column<QueueExport> = {
    key: "file",
    header: "File",
    align: "right",
    width: "w-24",
    cell: (entry) =>
      entry.status === "completed" ? (
        <a
          href={exportDownloadHref(queueId, entry.id)}
          download
          className="reach rounded-sm font-medium text-accent hover:underline"
        >
          Download
        </a>
      ) : (
        <Missing reason={withoutFile[entry.status]} />
      ),
  };
  return <Table caption="Background exports" rows={exports} rowKey={({ id }) => id} columns={[...columns, file]} />;
}

function State({ entry }: { entry: QueueExport }) {
  const status = <LookStatus look={faces[entry.status]} />;
  if (!entry.error) return status;
  return (
    <button type="button" className="rounded-sm" {...hint({ text: entry.error, onTap: true })}>
      {status}
      <span className="sr-only">: {entry.error}</span>
    </button>
  );
}
