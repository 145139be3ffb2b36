"use client";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { SourcePanel } from "@/app/_components/source/source-panel";
import { IconButton } from "@/app/_ui/button/icon-button";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { reviewQuery } from "@/lib/client/reviews";
import type { SourceLayout } from "@/lib/contracts/annotation/queues/shapes";

interface Props {
  queueId: string;
  itemIds: readonly string[];
  firstAt: number;
  layout: SourceLayout | null;
}

/** The source of one item as the desk would show it, while the layout is made. */
export function LayoutPreview({ queueId, itemIds, firstAt, layout }: Props) {
  const [at, setAt] = useState(firstAt);
  const detail = useQuery(reviewQuery(queueId, itemIds[at] ?? "", { kind: "all" }));
  return (
    <section aria-label="Preview" className="h-fit min-w-0 rounded-lg border border-line">
      <header className="flex min-h-11 items-center gap-1 border-b border-line bg-sunk px-4">
        <h2 className="mr-auto text-xs font-medium text-faint">As annotators see it</h2>
        <span className="text-xs text-faint tabular-nums">
          Item {at + 1} of {itemIds.length}
        </span>
        <IconButton label="Previous item" disabled={at === 0} onClick={() => setAt(at - 1)}>
          <ArrowLeft aria-hidden="true" />
        </IconButton>
        <IconButton label="Next item" disabled={at === itemIds.length - 1} onClick={() => setAt(at + 1)}>
          <ArrowRight aria-hidden="true" />
        </IconButton>
      </header>
      <div className="p-4">
        <Loaded found={detail} problem="The item could not be loaded" skeleton={<TableSkeleton columns={2} rows={4} />}>
          {({ item: { source_content } }) => (
            // Drawn again when the switch changes, as it is when an item opens.
            <SourcePanel key={`${at} ${layout?.shows_expected}`} content={source_content} layout={layout} />
          )}
        </Loaded>
      </div>
    </section>
  );
}
