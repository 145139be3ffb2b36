"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Pager } from "@/app/_ui/list/pager";
import { exportHref, exportsQuery, startExport } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { ExportFormat } from "@/lib/contracts/shapes";
import { everything, filtersOf, localMidnight } from "./export-choice";
import { ExportFilters } from "./export-filters";
import { ExportTable } from "./export-table";
import { ToDataset } from "./to-dataset";

const POLL_MS = 1000;
const formats: readonly { format: ExportFormat; name: string }[] = [
  { format: "json", name: "JSON" },
  { format: "jsonl", name: "JSONL" },
  { format: "csv", name: "CSV" },
];

/** Downloads at once, or exports in the background if that takes longer. */
export const ExportsTab = ({ queue, manages }: { queue: Queue; manages: boolean }) =>
  manages ? (
    <Exports queue={queue} />
  ) : (
    <EmptyState title="Only managers can export">Ask a manager of this queue for its annotations.</EmptyState>
  );

function Exports({ queue }: { queue: Queue }) {
  const [choice, setChoice] = useState(everything);
  const about = { queueId: queue.id, filters: filtersOf(choice, localMidnight) };
  return (
    <div className="grid max-w-4xl gap-8">
      <ExportFilters queue={queue} choice={choice} onChange={setChoice} />
      <DownloadNow {...about} />
      <InBackground {...about} />
      <ToDataset queue={queue} />
    </div>
  );
}

interface Props {
  queueId: string;
  filters: ReturnType<typeof filtersOf>;
}

const DownloadNow = ({ queueId, filters }: Props) => (
  <section aria-labelledby="now" className="grid gap-2">
    <h2 id="now" className="text-base font-medium">
      Download now
    </h2>
    <p className="text-soft">
      {Object.keys(filters).length === 0
        ? "All items with all annotations."
        : "The items and annotations selected above."}{" "}
      The download starts at once.
    </p>
    <div className="flex gap-2">
      {formats.map(({ format, name }) => (
        <a
          key={format}
          href={exportHref(queueId, format, filters)}
          download
          className="inline-flex h-8 items-center gap-2 rounded-md border border-edge/60 px-3 hover:bg-hover active:bg-press pointer-coarse:h-11"
        >
          <Download aria-hidden="true" className="size-4" />
          {name}
        </a>
      ))}
    </div>
  </section>
);

function InBackground({ queueId, filters }: Props) {
  const [page, setPage] = useState(1);
  const exports = useQuery({
    ...exportsQuery(queueId, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === "queued" || status === "running") ? POLL_MS : false,
  });
  const start = useMutation(startExport);
  return (
    <section aria-labelledby="background" className="grid gap-2">
      <h2 id="background" className="text-base font-medium">
        In the background
      </h2>
      <p className="text-soft">
        For large queues. You can close the page, and download the file within seven days after it is complete.
      </p>
      <div className="mb-2 flex gap-2">
        {formats.map(({ format, name }) => (
          <Button
            key={format}
            busy={start.isPending}
            onClick={() =>
              start.mutate({ queue_id: queueId, export_format: format, ...filters }, { onSuccess: () => setPage(1) })
            }
          >
            Write {name}
          </Button>
        ))}
      </div>
      <Loaded
        found={exports}
        problem="The exports could not be loaded"
        skeleton={<TableSkeleton columns={4} rows={3} />}
      >
        {({ results, count, limit }) =>
          results.length === 0 ? (
            <p className="text-faint">No exports yet.</p>
          ) : (
            <>
              <ExportTable queueId={queueId} exports={results} />
              <Pager noun="exports" page={page} limit={limit} count={count} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}
