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
import type { Queue } from "@/lib/contracts/annotation/queue-shapes";
import { BulkReview } from "./bulk-review";

interface Props {
  queue: Queue;
  manages: boolean;
  selected: ReadonlySet<string>;
  onClear: () => void;
}

/** The actions on the selected items. */
export function SelectionBar({ queue, manages, selected, onClear }: Props) {
  const [confirming, setConfirming] = useState(false);
  const assign = useMutation(assignItems);
  const remove = useMutation(removeItems);
  const target = { queue_id: queue.id, item_ids: [...selected] };
  const count = quantity(selected.size, "item");
  const assignTo = (user_ids: string[], action: "add" | "set", result: string) =>
    assign.mutate({ ...target, user_ids, action }, { onSuccess: () => toast.done({ title: `${count} ${result}` }) });
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a fieldset, as it has no inputs
    <div role="group" aria-label="Selected items" className="flex flex-wrap items-center gap-2">
      <p className="mr-2 font-medium tabular-nums">{count} selected</p>
      {queue.requires_review && mayReview(queue.viewer_roles) ? (
        <BulkReview queueId={queue.id} itemIds={target.item_ids} onDone={onClear} />
      ) : null}
      {manages ? (
        <>
          <Menu
            align="start"
            trigger={
              <Button icon={<UserPlus aria-hidden="true" />} busy={assign.isPending}>
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
          <Button onClick={() => setConfirming(true)}>Remove</Button>
        </>
      ) : null}
      <Button look="ghost" onClick={onClear}>
        Clear
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Remove ${count} from this queue?`}
        action={`Remove ${count}`}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(target, {
            onSuccess: ({ removed }) => {
              setConfirming(false);
              onClear();
              toast.done({ title: `${quantity(removed, "item")} removed` });
            },
          })
        }
      >
        Their annotations in this queue are deleted too. The sources stay, for example in their dataset.
      </ConfirmDialog>
    </div>
  );
}
