"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import { Menu } from "@/app/_ui/overlay/menu";
import { addQueueLabel, labelChoicesQuery, removeQueueLabel, updateQueue } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queue-shapes";
import { LabelType } from "../../../_components/label-type";
import { CreateLabelDialog } from "../../../labels/_components/label-dialog";

/** The queue's labels in their order. */
export function LabelsTab({ queue, manages }: { queue: Queue; manages: boolean }) {
  const choices = useQuery({ ...labelChoicesQuery(), enabled: manages });
  const add = useMutation(addQueueLabel);
  const remove = useMutation(removeQueueLabel);
  const reorder = useMutation({ ...updateQueue, meta: { ...updateQueue.meta, showsErrors: false } });
  const [creating, setCreating] = useState(false);
  const kept = useKeptFocus<HTMLOListElement>();
  const bound = queue.labels.toSorted((left, right) => left.order - right.order);
  // The next item makes a completed queue active again.
  const keepsLast = bound.length === 1 && (queue.status === "active" || queue.status === "completed");
  const boundIds = bound.map((label) => label.label_id);
  const attach = (label_id: string, required: boolean) =>
    add.mutate(
      { queue_id: queue.id, label_id, required },
      {
        onSuccess: ({ reopened_items }) => {
          if (reopened_items > 0)
            toast.done({
              title: `${quantity(reopened_items, "completed item is", "completed items are")} open again`,
              description: "They lack an answer to the required label.",
            });
        },
      },
    );
  const shift = (index: number, by: -1 | 1) => {
    const [moved, other] = [boundIds[index], boundIds[index + by]];
    if (!moved || !other) return;
    reorder.mutate({ queue_id: queue.id, label_ids: boundIds.with(index, other).with(index + by, moved) });
  };
  const free = (choices.data?.results ?? []).filter((label) => !boundIds.includes(label.id));
  const addMenu = (
    <Menu
      align="start"
      trigger={<Button icon={<Plus aria-hidden="true" />}>Add label</Button>}
      groups={[
        free.map((label) => ({ label: label.name, onSelect: () => attach(label.id, false) })),
        [{ label: "New label…", onSelect: () => setCreating(true) }],
      ]}
    />
  );
  return (
    <div className="max-w-3xl">
      {bound.length === 0 ? (
        <EmptyState title="No labels yet" action={manages ? addMenu : null}>
          Labels are the questions that annotators answer for each item. A queue needs at least one.
        </EmptyState>
      ) : (
        <>
          <ol className="mb-4" {...kept}>
            {bound.map((label, index) => (
              <li key={label.id} className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line">
                <span className="w-4 text-right text-xs text-faint tabular-nums">{index + 1}</span>
                <span className="min-w-0 flex-1 truncate font-medium max-sm:basis-4/5">{label.name}</span>
                <span className="w-28 max-sm:hidden">
                  <LabelType type={label.type} />
                </span>
                <span className="w-24 max-sm:ml-8">
                  <Checkbox
                    label="Required"
                    describes={label.name}
                    checked={label.required}
                    disabled={!manages}
                    onChange={(required) => attach(label.label_id, required)}
                  />
                </span>
                {manages ? (
                  <span className="ml-auto flex">
                    <IconButton label={`Move ${label.name} up`} disabled={index === 0} onClick={() => shift(index, -1)}>
                      <ArrowUp aria-hidden="true" />
                    </IconButton>
                    <IconButton
                      label={`Move ${label.name} down`}
                      disabled={index === bound.length - 1}
                      onClick={() => shift(index, 1)}
                    >
                      <ArrowDown aria-hidden="true" />
                    </IconButton>
                    <IconButton
                      label={`Remove ${label.name} from this queue`}
                      disabled={keepsLast}
                      onClick={() => remove.mutate({ queue_id: queue.id, label_id: label.label_id })}
                    >
                      <X aria-hidden="true" />
                    </IconButton>
                  </span>
                ) : null}
              </li>
            ))}
          </ol>
          {manages && keepsLast ? (
            <p className="mb-3 text-soft">
              {queue.status === "active" ? "An active" : "A completed"} queue needs a label. Add another or pause the
              queue before you remove this one.
            </p>
          ) : null}
          {manages ? addMenu : null}
        </>
      )}
      {creating ? (
        <CreateLabelDialog onClose={() => setCreating(false)} onSaved={(label) => attach(label.id, false)} />
      ) : null}
    </div>
  );
}
