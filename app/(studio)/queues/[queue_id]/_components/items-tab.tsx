"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { Pager } from "@/app/_ui/pager";
import { RemovableFilter } from "@/app/_ui/removable-filter";
import { Select } from "@/app/_ui/select";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { itemsQuery } from "@/lib/client/annotation";
import { mayReview } from "@/lib/client/roles";
import type { Queue } from "@/lib/contracts/annotation/queues";
import type { WorkflowStatus } from "@/lib/contracts/shapes";
import { itemStatusWords } from "../../../_components/item-status";
import { useAddress } from "../../../_components/use-address";
import { itemFilterOf, itemStatusFilters } from "./item-filter";
import { ItemTable } from "./item-table";
import { SelectionBar } from "./selection-bar";

/** States that only review brings about. */
const reviewStates: readonly WorkflowStatus[] = ["in_review", "needs_changes", "resubmitted"];
const statusOptions = (requiresReview: boolean) => [
  { value: "all", label: "All statuses" },
  ...itemStatusFilters
    .filter((value) => requiresReview || !reviewStates.includes(value))
    .map((value) => ({ value: value as string, label: itemStatusWords[value] })),
];
const whoseOptions = [
  { value: "all", label: "Everybody's" },
  { value: "me", label: "Assigned to me" },
];

export function ItemsTab({ queue, manages, onAdd }: { queue: Queue; manages: boolean; onAdd: () => void }) {
  const { get, set } = useAddress();
  const filter = itemFilterOf(queue.id, get);
  const items = useQuery({ ...itemsQuery(filter), placeholderData: keepPreviousData });
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const reviews = mayReview(queue.viewer_roles);
  const filtered = Boolean(filter.status || filter.assigned_to || filter.disagreement_label);
  const disputed = queue.labels.find((label) => label.label_id === filter.disagreement_label);
  const change = (changes: Record<string, string | null>) => {
    setSelected(new Set());
    set({ page: null, ...changes });
  };
  if (items.isPending) return <TableSkeleton columns={4} />;
  if (items.isError) {
    return <ErrorState title="The items could not be loaded" error={items.error} onRetry={() => items.refetch()} />;
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
        Items are rows of a dataset that annotators judge, one at a time.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2">
        {selected.size > 0 ? (
          <SelectionBar queue={queue} manages={manages} selected={selected} onClear={() => setSelected(new Set())} />
        ) : (
          <>
            <Select
              aria-label="Status"
              className="w-36!"
              value={filter.status ?? "all"}
              options={statusOptions(queue.requires_review)}
              onChange={(status) => change({ status: status === "all" ? null : status })}
            />
            <Select
              aria-label="Whose items"
              className="w-38!"
              value={filter.assigned_to ?? "all"}
              options={whoseOptions}
              onChange={(whose) => change({ mine: whose === "me" ? "1" : null })}
            />
            {filter.disagreement_label ? (
              <RemovableFilter onRemove={() => change({ disagreement: null })}>
                Disagreement on {disputed?.name ?? "a label"}
              </RemovableFilter>
            ) : null}
          </>
        )}
      </div>
      {items.data.results.length === 0 ? (
        <EmptyState
          title="No item matches"
          action={
            <Button onClick={() => change({ status: null, mine: null, disagreement: null })}>Show all items</Button>
          }
        >
          {filter.disagreement_label
            ? "No item that these filters show has different answers under this label."
            : "No item of this queue has this status now."}
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
        />
      )}
      <Pager {...items.data} noun="items" onPage={(page) => change({ page: String(page) })} />
    </>
  );
}
