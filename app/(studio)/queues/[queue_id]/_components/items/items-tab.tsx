"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import { type ItemFilters as Filters, itemsQuery } from "@/lib/client/annotation";
import { mayReview } from "@/lib/client/roles";
import type { Item } from "@/lib/contracts/annotation/items";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { PagedList } from "../../../../_components/paged-list";
import { GoldDialog } from "../gold/gold-dialog";
import { FilterChips } from "./filter-chips";
import { FilterDialog } from "./filter-dialog";
import { ItemFilters } from "./item-filters";
import { columnsOf, itemFilterOf, noFilters, orderingOf } from "./item-query";
import { ItemTable } from "./item-table";
import { SelectionBar } from "./selection-bar";
import { TableMenu } from "./table-menu";

interface Props {
  queue: Queue;
  manages: boolean;
  onAdd: () => void;
}

export function ItemsTab({ queue, manages, onAdd }: Props) {
  const { get, set } = useAddress();
  const filter = itemFilterOf(queue.id, get);
  const { filters = {} } = filter;
  const items = useQuery({ ...itemsQuery(filter), placeholderData: keepPreviousData });
  const selection = useSelection(JSON.stringify(filter));
  const [known, setKnown] = useState<Item | null>(null);
  const reviews = mayReview(queue.viewer_roles);
  const change = (changes: Record<string, string | null>) => set({ page: null, ...changes });
  if (items.data?.count === 0 && Object.keys(filters).length === 0) return <NoItems manages={manages} onAdd={onAdd} />;
  const order = { value: orderingOf(get), onChange: (sort: string) => change({ sort: sort === USUAL ? null : sort }) };
  return (
    <>
      {items.data ? <Bar {...{ queue, manages, filters, selection, change }} page={items.data} /> : null}
      <PagedList
        found={items}
        noun="items"
        page={filter.page ?? 1}
        onPage={(page) => set({ page })}
        columns={4}
        empty={<NoMatch isDisputed={Boolean(filters.disagreement_label)} onAll={() => change(noFilters)} />}
      >
        {(rows, isStale) => (
          <ItemTable
            {...{ queue, reviews }}
            items={rows}
            columns={columnsOf(get)}
            stale={isStale}
            compares={Boolean(filters.disagreement_label || filters.pair)}
            disagreement={filters.disagreement_label}
            {...(reviews ? { order } : {})}
            {...(manages || (reviews && queue.requires_review)
              ? { selected: selection.selected, onSelect: selection.select }
              : {})}
            {...(manages ? { onSetGold: setKnown } : {})}
          />
        )}
      </PagedList>
      {known ? <GoldDialog queueId={queue.id} item={known} onClose={() => setKnown(null)} /> : null}
    </>
  );
}

/** The queue's own order, which is not in the address. */
const USUAL = "order";

interface BarProps {
  queue: Queue;
  manages: boolean;
  filters: Filters;
  /** The shown items, and how many match. */
  page: { results: readonly Item[]; count: number };
  selection: ReturnType<typeof useSelection>;
  change: (changes: Record<string, string | null>) => void;
}

/** The filters, or the actions on what is selected. */
function Bar({ queue, manages, filters, page, selection, change }: BarProps) {
  const { get } = useAddress();
  const [isFiltering, setFiltering] = useState(false);
  const kept = useKeptFocus<HTMLDivElement>();
  const reviews = mayReview(queue.viewer_roles);
  const more = () => setFiltering(true);
  useShortcuts("Page", reviews ? [{ keys: "f", description: "More filters", run: more }] : []);
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2" {...kept}>
        {selection.selected.size > 0 ? (
          <SelectionBar
            {...{ queue, manages }}
            selected={selection.selected}
            isAll={selection.isAll}
            all={{ filters, count: page.count }}
            onAll={() => selection.selectAll(page.results.map(({ id }) => id))}
            onClear={() => selection.select(none)}
          />
        ) : (
          <>
            <ItemFilters {...{ queue, filters }} onChange={change} onMore={more} />
            {reviews ? <TableMenu queue={queue} columns={columnsOf(get)} /> : null}
          </>
        )}
      </div>
      {reviews ? <FilterChips {...{ queue, filters }} onChange={change} /> : null}
      <FilterDialog {...{ queue, filters }} open={isFiltering} onOpenChange={setFiltering} onChange={change} />
    </>
  );
}

/** A selection belongs to its page, filters and order: with others, it is empty. A changed one is no longer all. */
function useSelection(list: string) {
  const [state, setState] = useState({ list, selected: none, isAll: false });
  const isCurrent = state.list === list;
  return {
    selected: isCurrent ? state.selected : none,
    isAll: isCurrent && state.isAll,
    select: (selected: ReadonlySet<string>) => setState({ list, selected, isAll: false }),
    selectAll: (ids: readonly string[]) => setState({ list, selected: new Set(ids), isAll: true }),
  };
}

const none: ReadonlySet<string> = new Set();

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
