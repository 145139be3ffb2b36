"use client";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Time } from "@/app/_ui/text/time";
import { exportDownloadHref, exportsQuery, managedQueuesQuery } from "@/lib/client/annotation";

const QUEUES = 6;
const SHOWN = 5;

/** Finished exports of the newest queues that the person manages. Renders nothing if there are none. */
export function RecentExports() {
  const newest = useQuery(managedQueuesQuery(QUEUES)).data?.results ?? [];
  const ready = useQueries({
    queries: newest.map((queue) => exportsQuery(queue.id)),
    combine: (answers) =>
      answers.flatMap(({ data }) => data?.results ?? []).filter((each) => each.status === "completed"),
  })
    .toSorted((left, right) => right.created_at.localeCompare(left.created_at))
    .slice(0, SHOWN);
  if (ready.length === 0) return null;
  return (
    <section aria-labelledby="recent-exports">
      <h2 id="recent-exports" className="mb-1 text-base font-medium">
        Recent exports
      </h2>
      <ul className="border-y border-line">
        {ready.map((each) => (
          <li key={each.id} className="flex min-h-9 items-center gap-4 border-b border-line py-1 last:border-0">
            <a
              href={exportDownloadHref(each.queue, each.id)}
              download
              className="flex min-w-0 flex-1 items-center gap-2 hover:underline hover:underline-offset-2 pointer-coarse:min-h-11"
            >
              <Download aria-hidden="true" className="size-4 shrink-0 text-faint" />
              <span className="truncate">{newest.find((queue) => queue.id === each.queue)?.name}</span>
              <span className="text-faint uppercase">{each.format}</span>
            </a>
            <span className="text-soft tabular-nums max-sm:hidden">
              {each.items_done.toLocaleString("en")} {each.items_done === 1 ? "item" : "items"}
            </span>
            <span className="w-24 text-right text-soft">
              <Time at={each.finished_at ?? each.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
