"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { deleteRows } from "@/lib/client/datasets";

interface Props {
  datasetId: string;
  selected: ReadonlySet<string>;
  /** Number of rows in the dataset, if all can be selected at once. */
  total?: number;
  onDone: () => void;
}

const rowsOf = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`;

/** The actions on the selected rows. */
export function RowSelection({ datasetId, selected, total, onDone }: Props) {
  const [everyRow, setEveryRow] = useState(false);
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation(deleteRows);
  const count = everyRow ? (total ?? selected.size) : selected.size;
  const remove = () =>
    mutate(
      { dataset_id: datasetId, ...(everyRow ? { selected_all_rows: true } : { row_ids: [...selected] }) },
      {
        onSettled: () => setAsking(false),
        onSuccess: ({ deleted }) => {
          toast.done({ title: `${rowsOf(deleted)} deleted` });
          onDone();
        },
      },
    );
  return (
    <section aria-label="Selection" className="mb-3 flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-2 tabular-nums">
        {rowsOf(count)} selected
      </p>
      <Button size="small" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {total !== undefined && total > selected.size && !everyRow ? (
        <Button size="small" look="ghost" onClick={() => setEveryRow(true)}>
          Select all {rowsOf(total)}
        </Button>
      ) : null}
      <Button size="small" look="ghost" onClick={onDone}>
        Clear
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${rowsOf(count)}?`}
        action={`Delete ${rowsOf(count)}`}
        busy={isPending}
        onConfirm={remove}
      >
        Queue items made from them keep their annotations, but show that their source was deleted. This cannot be
        undone.
      </ConfirmDialog>
    </section>
  );
}
