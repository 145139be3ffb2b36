"use client";
import { useMutation } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { countText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { Menu } from "@/app/_ui/overlay/menu";
import { assignItems, type ItemFilters, removeItems } from "@/lib/client/annotation";
import { mayReview } from "@/lib/client/roles";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { BulkReview } from "./bulk-review";
import { type Chosen, isByFilter, isTooMany, itemsText, tooManyText } from "./chosen";
import { PriorityButton } from "./priority-button";

interface Props {
  queue: Queue;
  manages: boolean;
  selected: ReadonlySet<string>;
  /** All that match the list's filters are selected, also on other pages. */
  isAll: boolean;
  all: { filters: ItemFilters; count: number };
  onAll: () => void;
  onClear: () => void;
}

/** The actions on the selected items, or on all that match. */
export function SelectionBar({ queue, manages, selected, isAll, all, onAll, onClear }: Props) {
  const chosen: Chosen = isAll
    ? { items: { filter: all.filters }, count: all.count }
    : { items: { item_ids: [...selected] }, count: selected.size };
  useShortcuts("Page", [{ keys: "escape", description: "Clear the selection", run: onClear }]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a fieldset, as it has no inputs
    <div role="group" aria-label="Selected items" className="flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-2 font-medium tabular-nums">
        {isAll ? `All ${matchText(all.count)} selected` : `${itemsText(chosen.count)} selected`}
      </p>
      {all.count > selected.size && !isAll ? <SelectAll count={all.count} onAll={onAll} /> : null}
      {queue.requires_review && mayReview(queue.viewer_roles) ? (
        <BulkReview queueId={queue.id} chosen={chosen} onDone={onClear} />
      ) : null}
      {manages ? (
        <>
          <Assign queue={queue} chosen={chosen} />
          <PriorityButton queueId={queue.id} chosen={chosen} />
          <Remove queueId={queue.id} chosen={chosen} onDone={onClear} />
        </>
      ) : null}
      <Button look="ghost" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

const SelectAll = ({ count, onAll }: { count: number; onAll: () => void }) =>
  isTooMany(count) ? (
    <p className="text-soft">{tooManyText}</p>
  ) : (
    <Button look="ghost" onClick={onAll}>
      Select all {matchText(count)}
    </Button>
  );

interface Assignment {
  /** Null removes all assignments. */
  person: { user_id: string; name: string } | null;
}

function Assign({ queue, chosen }: { queue: Queue; chosen: Chosen }) {
  const [intended, setIntended] = useState<Assignment | null>(null);
  const { mutate, isPending } = useMutation(assignItems);
  const assign = ({ person }: Assignment) =>
    mutate(
      {
        queue_id: queue.id,
        ...chosen.items,
        user_ids: person ? [person.user_id] : [],
        action: person ? "add" : "set",
      },
      {
        onSuccess: () => {
          setIntended(null);
          const result = person ? `assigned to ${person.name}` : "unassigned";
          toast.done({ title: `${itemsText(chosen.count)} ${result}` });
        },
      },
    );
  const start = (assignment: Assignment) => (isByFilter(chosen) ? setIntended(assignment) : assign(assignment));
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button icon={<UserPlus aria-hidden="true" />} busy={isPending}>
            Assign
          </Button>
        }
        groups={[
          queue.annotators.map((person) => ({ label: person.name, onSelect: () => start({ person }) })),
          [{ label: "Remove assignment", onSelect: () => start({ person: null }) }],
        ]}
      />
      <ConfirmDialog
        open={intended !== null}
        onClose={() => setIntended(null)}
        title={assignTitle(chosen.count, intended)}
        action={intended?.person === null ? "Remove assignments" : `Assign ${itemsText(chosen.count)}`}
        danger={intended?.person === null}
        busy={isPending}
        onConfirm={() => intended && assign(intended)}
      >
        {intended?.person === null
          ? "Nobody keeps an assignment to these items. Answers and reservations stay."
          : "All items that match the filters, also on other pages. People who have them already keep them."}
      </ConfirmDialog>
    </>
  );
}

const assignTitle = (count: number, intended: Assignment | null): string =>
  intended?.person
    ? `Assign ${itemsText(count)} to ${intended.person.name}?`
    : `Remove the assignments of ${itemsText(count)}?`;

interface RemoveProps {
  queueId: string;
  chosen: Chosen;
  onDone: () => void;
}

function Remove({ queueId, chosen, onDone }: RemoveProps) {
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation(removeItems);
  const count = itemsText(chosen.count);
  const remove = () =>
    mutate(
      { queue_id: queueId, ...chosen.items },
      {
        onSuccess: ({ removed }) => {
          setConfirming(false);
          onDone();
          toast.done({ title: `${itemsText(removed)} removed` });
        },
      },
    );
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Remove</Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={`Remove ${count} from this queue?`}
        action={`Remove ${count}`}
        busy={isPending}
        onConfirm={remove}
      >
        Their annotations in this queue are deleted too. The sources stay, for example in their dataset.
      </ConfirmDialog>
    </>
  );
}

const matchText = (count: number): string => `${countText(count)} that ${count === 1 ? "matches" : "match"}`;
