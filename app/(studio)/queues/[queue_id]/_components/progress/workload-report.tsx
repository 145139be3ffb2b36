"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { Loaded } from "@/app/_components/loaded";
import { Missing } from "@/app/_ui/feedback/missing";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { countText } from "@/app/_ui/figure/numbers";
import { type Column, Table } from "@/app/_ui/list/table";
import { workloadQuery } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import type { Workload } from "@/lib/contracts/annotation/queues/workload";

type Part = Workload["annotators"][number];

const numberColumn = (
  key: "assigned" | "done" | "left" | "done_per_day",
  header: string,
  missing: string,
): Column<Part> => ({
  key,
  header,
  align: "right",
  width: "w-24",
  cell: ({ [key]: value }) => (value === null ? <Missing reason={missing} /> : countText(value)),
});

const FREE = "Anyone may take any item: nothing is assigned";

const columns: Column<Part>[] = [
  { key: "name", header: "Annotator", cell: (person) => <span className="font-medium">{person.name}</span> },
  numberColumn("assigned", "Assigned", FREE),
  numberColumn("done", "Done", ""),
  numberColumn("left", "Left", FREE),
  numberColumn("done_per_day", "Per day", "Nothing done in the last 14 days"),
];

/** When the queue will be done, and who does how much of it. For managers and reviewers. */
export function WorkloadReport({ queueId }: { queueId: string }) {
  const workload = useQuery(workloadQuery(queueId));
  return (
    <section aria-labelledby="by-annotator">
      <h2 id="by-annotator" className="mb-1 text-base font-medium">
        Work by annotator
      </h2>
      <Loaded
        found={workload}
        problem="The work by annotator could not be loaded"
        skeleton={<TableSkeleton columns={5} rows={3} />}
      >
        {(data) => (
          <>
            <p className="mb-2 text-soft">
              Times, skips and accuracy are under{" "}
              <NextLink href={links.queue(queueId, "analytics")} className="reach underline underline-offset-2">
                Analytics
              </NextLink>
              .
            </p>
            {data.annotators.length === 0 ? (
              <p className="text-soft">Nobody annotates in this queue yet.</p>
            ) : (
              <Table
                caption="Work by annotator"
                rows={data.annotators}
                rowKey={(person) => person.user_id}
                columns={columns}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
