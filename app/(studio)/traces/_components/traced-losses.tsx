"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { LossList } from "@/app/_components/loss-list";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { quantity } from "@/app/_ui/figure/numbers";
import { type Traced, tracingLossesQuery } from "@/lib/client/data/erasure";

/** What goes with a trace, a session or a project, and what stays. */
export const TracedLosses = ({ of }: { of: Traced }) => (
  <Loaded
    found={useQuery(tracingLossesQuery(of))}
    problem="What would be deleted could not be counted"
    skeleton={<Skeleton className="h-16" />}
  >
    {({ traces, spans, queue_items, scores, copies }) => (
      <>
        <LossList
          losses={[
            [traces, "trace"],
            [spans, "span"],
            [queue_items, "item in queues", "items in queues"],
            [scores, "score"],
          ]}
        />
        {copies > 0 ? <p>{quantity(copies, "row")} of datasets that were made from it stay.</p> : null}
      </>
    )}
  </Loaded>
);
