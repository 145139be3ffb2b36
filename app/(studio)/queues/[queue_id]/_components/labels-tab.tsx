"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { MoveButtons } from "@/app/_components/move-buttons";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { useKeptFocus } from "@/app/_ui/keyboard/use-kept-focus";
import { Menu } from "@/app/_ui/overlay/menu";
import { addQueueLabel, labelChoicesQuery, removeQueueLabel, updateQueue } from "@/lib/client/annotation";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { LabelType } from "../../../_components/label-type";
import { CreateLabelDialog } from "../../../labels/_components/label-dialog";
import { AnotherLabel } from "./another-label";

/** The queue's labels in their order. */
export function LabelsTab({ queue, manages }: { queue: Queue; manages: boolean }) {
  const [creating, setCreating] = useState(false);
  const attach = useAttach(queue.id);
  const labels = queue.labels.toSorted((left, right) => left.order - right.order);
  // The next item makes a completed queue active again.
  const keepsLast = labels.length === 1 && (queue.status === "active" || queue.status === "completed");
  const add = manages ? (
    <AddLabel
      known={labels.map((label) => label.label_id)}
      onAdd={(id) => attach(id, false)}
      onCreate={() => setCreating(true)}
    />
  ) : null;
  return (
    <div className="max-w-3xl">
      {labels.length === 0 ? (
        <EmptyState title="No labels yet" action={add}>
          Labels are the questions that annotators answer for each item. A queue needs at least one.
        </EmptyState>
      ) : (
        <>
          <LabelList {...{ queue, labels, manages, keepsLast }} onRequire={attach} />
          {manages && keepsLast ? (
            <p className="mb-3 text-soft">
              {queue.status === "active" ? "An active" : "A completed"} queue needs a label. Add another or pause the
              queue before you remove this one.
            </p>
          ) : null}
          {add}
        </>
      )}
      {creating ? (
        <CreateLabelDialog onClose={() => setCreating(false)} onSaved={(label) => attach(label.id, false)} />
      ) : null}
    </div>
  );
}

/** Adds a label to the queue, or changes whether it must be answered. */
function useAttach(queue_id: string) {
  const { mutate } = useMutation(addQueueLabel);
  return (label_id: string, required: boolean) =>
    mutate(
      { queue_id, label_id, required },
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
}

interface AddLabelProps {
  /** The labels that the queue already has. */
  known: readonly string[];
  onAdd: (labelId: string) => void;
  onCreate: () => void;
}

function AddLabel({ known, onAdd, onCreate }: AddLabelProps) {
  const { count, results } = useQuery(labelChoicesQuery()).data ?? { count: 0, results: [] };
  const [isSearching, setSearching] = useState(false);
  const free = results.filter((label) => !known.includes(label.id));
  return (
    <>
      <Menu
        align="start"
        trigger={<Button icon={<Plus aria-hidden="true" />}>Add label</Button>}
        groups={[
          free.map((label) => ({ label: label.name, onSelect: () => onAdd(label.id) })),
          [
            ...(count > results.length ? [{ label: "Another label…", onSelect: () => setSearching(true) }] : []),
            { label: "New label…", onSelect: onCreate },
          ],
        ]}
      />
      {isSearching ? <AnotherLabel known={known} onAdd={onAdd} onClose={() => setSearching(false)} /> : null}
    </>
  );
}

interface LabelListProps {
  queue: Queue;
  /** In their order. */
  labels: Queue["labels"];
  manages: boolean;
  keepsLast: boolean;
  onRequire: (labelId: string, required: boolean) => void;
}

function LabelList({ queue, labels, manages, keepsLast, onRequire }: LabelListProps) {
  const { mutate: remove } = useMutation(removeQueueLabel);
  const { mutate: reorder } = useMutation({ ...updateQueue, meta: { ...updateQueue.meta, showsErrors: false } });
  const kept = useKeptFocus<HTMLOListElement>();
  const ids = labels.map((label) => label.label_id);
  const move = (from: number, to: number) => {
    const [moved, other] = [ids[from], ids[to]];
    if (moved && other) reorder({ queue_id: queue.id, label_ids: ids.with(from, other).with(to, moved) });
  };
  return (
    <ol className="mb-4" {...kept}>
      {labels.map(({ id, label_id, name, type, required }, index) => (
        <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-line max-sm:py-1.5">
          <span className="w-4 text-right text-xs text-faint tabular-nums">{index + 1}</span>
          <span className="min-w-0 flex-1 max-sm:basis-4/5">
            <span className="block truncate font-medium">{name}</span>
            <span className="text-xs text-faint sm:hidden">
              <LabelType type={type} />
            </span>
          </span>
          <span className="w-28 max-sm:hidden">
            <LabelType type={type} />
          </span>
          <span className="w-24 max-sm:ml-8">
            <Checkbox
              label="Required"
              describes={name}
              checked={required}
              disabled={!manages}
              onChange={(next) => onRequire(label_id, next)}
            />
          </span>
          {manages ? (
            <span className="ml-auto flex">
              <MoveButtons what={name} index={index} count={labels.length} onMove={move} />
              <IconButton
                label={`Remove ${name} from this queue`}
                disabled={keepsLast}
                onClick={() => remove({ queue_id: queue.id, label_id })}
              >
                <X aria-hidden="true" />
              </IconButton>
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
