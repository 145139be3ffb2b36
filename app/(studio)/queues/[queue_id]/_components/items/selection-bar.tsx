"use client";
import { useMutation } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { Menu } from "@/app/_ui/overlay/menu";
import { assignItems, removeItems } from "@/lib/client/annotation";
import { mayReview } from "@/lib/client/roles";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { BulkReview } from "./bulk-review";

interface Props {
  queue: Queue;
  manages: boolean;
  selected: ReadonlySet<string>;
  onClear: () => void;
}

/** The actions on the selected items. */
export const SelectionBar = ({ queue, manages, selected, onClear }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: not a fieldset, as it has no inputs
  <div role="group" aria-label="Selected items" className="flex flex-wrap items-center gap-2">
    <p className="mr-2 font-medium tabular-nums">{itemsText(selected.size)} selected</p>
    {queue.requires_review && mayReview(queue.viewer_roles) ? (
      <BulkReview queueId={queue.id} itemIds={[...selected]} onDone={onClear} />
    ) : null}
    {manages ? (
      <>
        <Assign queue={queue} itemIds={[...selected]} />
        <Remove queueId={queue.id} itemIds={[...selected]} onDone={onClear} />
      </>
    ) : null}
    <Button look="ghost" onClick={onClear}>
      Clear
    </Button>
  </div>
);

function Assign({ queue, itemIds }: { queue: Queue; itemIds: string[] }) {
  const { mutate, isPending } = useMutation(assignItems);
  const assignTo = (user_ids: string[], action: "add" | "set", result: string) =>
    mutate(
      { queue_id: queue.id, item_ids: itemIds, user_ids, action },
      { onSuccess: () => toast.done({ title: `${itemsText(itemIds.length)} ${result}` }) },
    );
  return (
    <Menu
      align="start"
      trigger={
        <Button icon={<UserPlus aria-hidden="true" />} busy={isPending}>
          Assign
        </Button>
      }
      groups={[
        queue.annotators.map((member) => ({
          label: member.name,
          onSelect: () => assignTo([member.user_id], "add", `assigned to ${member.name}`),
        })),
        [{ label: "Remove assignment", onSelect: () => assignTo([], "set", "unassigned") }],
      ]}
    />
  );
}

function Remove({ queueId, itemIds, onDone }: { queueId: string; itemIds: string[]; onDone: () => void }) {
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation(removeItems);
  const count = itemsText(itemIds.length);
  const remove = () =>
    mutate(
      { queue_id: queueId, item_ids: itemIds },
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
        onOpenChange={setConfirming}
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

const itemsText = (count: number): string => quantity(count, "item");
