"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import { itemsQuery } from "@/lib/client/annotation";
import { mayReview } from "@/lib/client/roles";
import type { Item } from "@/lib/contracts/annotation/items";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { PagedList } from "../../../../_components/paged-list";
import { GoldDialog } from "../gold/gold-dialog";
import { itemFilterOf, purposeNamed } from "./item-filter";
import { ItemFilters } from "./item-filters";
import { ItemTable } from "./item-table";
import { SelectionBar } from "./selection-bar";

interface Props {
  queue: Queue;
  manages: boolean;
  onAdd: () => void;
}

const noFilter = { status: null, mine: null, purpose: null, disagreement: null };

export function ItemsTab({ queue, manages, onAdd }: Props) {
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
  if (items.data?.count === 0 && !filtered) return <NoItems manages={manages} onAdd={onAdd} />;
  return (
    <>
      {items.data ? (
        <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2" {...kept}>
          {selected.size > 0 ? (
            <SelectionBar queue={queue} manages={manages} selected={selected} onClear={() => setSelected(new Set())} />
          ) : (
            <ItemFilters queue={queue} filter={filter} purpose={purposeNamed(get("purpose"))} onChange={change} />
          )}
        </div>
      ) : null}
      <PagedList
        found={items}
        noun="items"
        page={filter.page ?? 1}
        onPage={(page) => change({ page })}
        columns={4}
        empty={<NoMatch isDisputed={Boolean(filter.disagreement_label)} onAll={() => change(noFilter)} />}
      >
        {(rows, isStale) => (
          <ItemTable
            queueId={queue.id}
            items={rows}
            required={queue.annotations_required}
            stale={isStale}
            reviews={reviews}
            {...(filter.disagreement_label ? { disagreement: filter.disagreement_label } : {})}
            {...(manages || (reviews && queue.requires_review) ? { selected, onSelect: setSelected } : {})}
            {...(manages ? { onSetGold: setKnown } : {})}
          />
        )}
      </PagedList>
      {known ? <GoldDialog queueId={queue.id} item={known} onClose={() => setKnown(null)} /> : null}
    </>
  );
}

const NoItems = ({ manages, onAdd }: Omit<Props, "queue">) => (
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

const NoMatch = ({ isDisputed, onAll }: { isDisputed: boolean; onAll: () => void }) => (
  <EmptyState title="No item matches" action={<Button onClick={onAll}>Show all items</Button>}>
    {isDisputed
      ? "No item with these filters has different answers for this label."
      : "Change the filters, or show all items."}
  </EmptyState>
);
