import { itemStatusWords } from "@/app/_components/item-status";
import { Select } from "@/app/_ui/control/select";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import type { ItemFilter } from "@/lib/client/annotation";
import { mayReview } from "@/lib/client/roles";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { WorkflowStatus } from "@/lib/contracts/shapes";
import { itemStatusFilters, type PurposeName } from "./item-filter";

/** Statuses that exist only with review. */
const reviewStates: readonly WorkflowStatus[] = ["in_review", "needs_changes", "resubmitted"];
const statusOptions = (requiresReview: boolean) => [
  { value: "all", label: "All statuses" },
  ...itemStatusFilters
    .filter((value) => requiresReview || !reviewStates.includes(value))
    .map((value) => ({ value: value as string, label: itemStatusWords[value] })),
];
const whoseOptions = [
  { value: "all", label: "All items" },
  { value: "me", label: "Assigned to me" },
];
const purposeOptions = [
  { value: "all", label: "Normal and gold items" },
  { value: "work", label: "Normal items" },
  { value: "gold", label: "Gold items" },
  { value: "checks", label: "Checks", hint: "Copies of gold items, and repeats" },
];

interface Props {
  queue: Queue;
  filter: ItemFilter;
  purpose: PurposeName | undefined;
  /** Changes the address; null removes a filter. */
  onChange: (changes: Record<string, string | null>) => void;
}

const unlessAll = (value: string) => (value === "all" ? null : value);

/** The filters of the item list. Annotators do not see purposes. */
export function ItemFilters({ queue, filter, purpose, onChange }: Props) {
  const disputed = queue.labels.find((label) => label.label_id === filter.disagreement_label);
  return (
    <>
      <Select
        aria-label="Status"
        className="w-36!"
        value={filter.status ?? "all"}
        options={statusOptions(queue.requires_review)}
        onChange={(status) => onChange({ status: unlessAll(status) })}
      />
      <Select
        aria-label="Assignment"
        className="w-38!"
        value={filter.assigned_to ?? "all"}
        options={whoseOptions}
        onChange={(whose) => onChange({ mine: whose === "me" ? "1" : null })}
      />
      {mayReview(queue.viewer_roles) ? (
        <Select
          aria-label="Purpose"
          className="w-38!"
          value={purpose ?? "all"}
          options={purposeOptions}
          onChange={(chosen) => onChange({ purpose: unlessAll(chosen) })}
        />
      ) : null}
      {filter.disagreement_label ? (
        <RemovableFilter onRemove={() => onChange({ disagreement: null })}>
          Disagreement on {disputed?.name ?? "a label"}
        </RemovableFilter>
      ) : null}
    </>
  );
}
