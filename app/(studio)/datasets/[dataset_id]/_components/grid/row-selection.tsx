"use client";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
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
  const [chosen, setChosen] = useState(false);
  const [asking, setAsking] = useState(false);
  // A search or a filter takes the choice of all rows back: only what the screen counts is deleted.
  if (chosen && total === undefined) setChosen(false);
  const everyRow = chosen && total !== undefined;
  const count = everyRow ? total : selected.size;
  return (
    <section aria-label="Selection" className="mb-3 flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-2 tabular-nums">
        {rowsOf(count)} selected
      </p>
      <Button size="small" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {total !== undefined && total > selected.size && !everyRow ? (
        <Button size="small" look="ghost" onClick={() => setChosen(true)}>
          Select all {rowsOf(total)}
        </Button>
      ) : null}
      <Button size="small" look="ghost" onClick={onDone}>
        Clear
      </Button>
      <ConfirmChange
        open={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${rowsOf(count)}?`}
        action={`Delete ${rowsOf(count)}`}
        change={deleteRows}
        input={{ dataset_id: datasetId, ...(everyRow ? { selected_all_rows: true } : { row_ids: [...selected] }) }}
        onDone={({ deleted }) => {
          toast.done({ title: `${rowsOf(deleted)} deleted` });
          onDone();
        }}
      >
        Queue items made from them keep their annotations, but show that their source was deleted. This cannot be
        undone.
      </ConfirmChange>
    </section>
  );
}
