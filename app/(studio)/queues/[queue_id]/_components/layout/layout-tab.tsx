"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { readContent } from "@/app/_components/source/source-content";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { itemsQuery } from "@/lib/client/annotation";
import { reviewQuery } from "@/lib/client/reviews";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { LayoutForm } from "./layout-form";

interface Props {
  queue: Queue;
  manages: boolean;
  onAdd: () => void;
}

const STATE = { problem: "The items could not be loaded", skeleton: <TableSkeleton columns={4} rows={5} /> };

/** How the desk shows the sources of the queue, made beside one of its items. */
export function LayoutTab({ queue, manages, onAdd }: Props) {
  const items = useQuery(itemsQuery({ queue_id: queue.id }));
  if (!manages)
    return <EmptyState title="Only managers can change the layout">Annotators see the result on the desk.</EmptyState>;
  return (
    <Loaded found={items} {...STATE}>
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState title="No items yet" action={<Button onClick={onAdd}>Add items</Button>}>
            You edit the layout next to one of the queue's items.
          </EmptyState>
        ) : (
          <Sample queue={queue} itemIds={results.map(({ id }) => id)} />
        )
      }
    </Loaded>
  );
}

/** The form of the fields of one of the first items, which stays while the preview goes on to others. */
function Sample({ queue, itemIds }: { queue: Queue; itemIds: readonly string[] }) {
  const [at, setAt] = useState(0);
  const detail = useQuery(reviewQuery(queue.id, itemIds[at] ?? "", { kind: "all" }));
  return (
    <Loaded found={detail} {...STATE}>
      {({ item: { source_content } }) => {
        const content = readContent(source_content);
        return content.kind === "gone" ? (
          <EmptyState
            title="The source of this item was deleted"
            action={
              itemIds.length > 1 ? <Button onClick={() => setAt((at + 1) % itemIds.length)}>Another item</Button> : null
            }
          >
            Choose another item to edit the layout with.
          </EmptyState>
        ) : (
          <LayoutForm queue={queue} content={content} itemIds={itemIds} firstAt={at} />
        );
      }}
    </Loaded>
  );
}
