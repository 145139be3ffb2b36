import { ListFilter } from "lucide-react";
import { itemStatusWords } from "@/app/_components/item-status";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import type { ItemFilters as Filters } from "@/lib/client/annotation";
import { mayReview } from "@/lib/client/roles";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { WorkflowStatus } from "@/lib/contracts/shapes";
import { SearchFilter } from "../../../../_components/filters";
import { itemStatusFilters, purposeNamed } from "./item-query";

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
  { value: "all", label: "All except checks" },
  { value: "work", label: "Normal items" },
  { value: "gold", label: "Gold items" },
  { value: "checks", label: "Checks", hint: "Copies of gold items, and repeats" },
];

interface Props {
  queue: Queue;
  filters: Filters;
  /** Changes the address; null removes a filter. */
  onChange: (changes: Record<string, string | null>) => void;
  onMore: () => void;
}

const unlessAll = (value: string) => (value === "all" ? null : value);

/** The filters above the list of items. Annotators do not see those that would show other people's answers. */
export function ItemFilters({ queue, filters, onChange, onMore }: Props) {
  const { get } = useAddress();
  const reviews = mayReview(queue.viewer_roles);
  return (
    <>
      {reviews ? <SearchFilter label="Search items" /> : null}
      <Select
        aria-label="Status"
        className="w-36!"
        value={filters.status?.[0] ?? "all"}
        options={statusOptions(queue.requires_review)}
        onChange={(status) => onChange({ status: unlessAll(status) })}
      />
      <Select
        aria-label="Assignment"
        className="w-38!"
        value={filters.assigned_to ?? "all"}
        options={whoseOptions}
        onChange={(whose) => onChange({ mine: whose === "me" ? "1" : null })}
      />
      {reviews ? (
        <>
          <Select
            aria-label="Purpose"
            className="w-38!"
            value={purposeNamed(get("purpose")) ?? "all"}
            options={purposeOptions}
            onChange={(chosen) => onChange({ purpose: unlessAll(chosen) })}
          />
          <Button keys="f" icon={<ListFilter aria-hidden="true" />} onClick={onMore}>
            More filters
          </Button>
        </>
      ) : null}
    </>
  );
}
