"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import { Pager } from "@/app/_ui/list/pager";
import { itemsQuery } from "@/lib/client/annotation";
import { mayReview } from "@/lib/client/roles";
import type { Item } from "@/lib/contracts/annotation/items";
import type { Queue } from "@/lib/contracts/annotation/queue-shapes";
import { ListError } from "../../../_components/past-end";
import { GoldDialog } from "./gold/gold-dialog";
import { itemFilterOf, purposeNamed } from "./item-filter";
import { ItemFilters } from "./item-filters";
import { ItemTable } from "./item-table";
import { SelectionBar } from "./selection-bar";

export function ItemsTab({ queue, manages, onAdd }: { queue: Queue; manages: boolean; onAdd: () => void }) {
  const { get, set } = useAddress();
  const filter = itemFilterOf(queue.id, get);
  const items = useQuery({ ...itemsQuery(filter), placeholderData: keepPreviousData });
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const [known, setKnown] = useState<Item | null>(null);
  const kept = useKeptFocus<HTMLDivElement>();
  const reviews = mayReview(queue.viewer_roles);
  const filtered = Boolean(filter.status || filter.assigned_to || filter.purpose || filter.disagreement_label);
  const change = (changes: Record<string, string | null>) => {
    setSelected(new Set());
    set({ page: null, ...changes });
  };
  if (items.isPending) return <TableSkeleton columns={4} />;
  if (items.isError) {
    return (
      <ListError
        title="The items could not be loaded"
        error={items.error}
        onRetry={() => items.refetch()}
        onFirst={() => change({ page: null })}
      />
    );
  }
  if (items.data.count === 0 && !filtered) {
    return (
      <EmptyState
        title="No items yet"
        action={
          manages ? (
            <Button look="primary" keys="n" onClick={onAdd}>
              Add items
            </Button>
          ) : null
        }
      >
        Annotators judge items one at a time. Items are dataset rows, traces, spans, sessions or calls.
        {manages ? null : " The queue's managers add them."}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2" {...kept}>
        {selected.size > 0 ? (
          <SelectionBar queue={queue} manages={manages} selected={selected} onClear={() => setSelected(new Set())} />
        ) : (
          <ItemFilters queue={queue} filter={filter} purpose={purposeNamed(get("purpose"))} onChange={change} />
        )}
      </div>
      {items.data.results.length === 0 ? (
        <EmptyState
          title="No item matches"
          action={
            <Button onClick={() => change({ status: null, mine: null, purpose: null, disagreement: null })}>
              Show all items
            </Button>
          }
        >
          {filter.disagreement_label
            ? "No item with these filters has different answers for this label."
            : "Change the filters, or show all items."}
        </EmptyState>
      ) : (
        <ItemTable
          queueId={queue.id}
          items={items.data.results}
          required={queue.annotations_required}
          stale={items.isPlaceholderData}
          reviews={reviews}
          {...(filter.disagreement_label ? { disagreement: filter.disagreement_label } : {})}
          {...(manages || (reviews && queue.requires_review) ? { selected, onSelect: setSelected } : {})}
          {...(manages ? { onSetGold: setKnown } : {})}
        />
      )}
      <Pager {...items.data} noun="items" onPage={(page) => change({ page: String(page) })} />
      {known ? <GoldDialog queueId={queue.id} item={known} onClose={() => setKnown(null)} /> : null}
    </>
  );
}
