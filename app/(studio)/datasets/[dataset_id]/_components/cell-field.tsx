"use client";
import NextLink from "next/link";
import { type KeyboardEvent, useState } from "react";
import { SourceField } from "@/app/_components/source/source-field";
import { Refusal, TextareaField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { updateCell } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { runCellOf } from "./cells";
import { RunCell } from "./run-cell";

interface Props {
  datasetId: string;
  rowId: string;
  column: ConfiguredColumn;
  text: string | null;
  /** What a run wrote into it. */
  run: ReturnType<typeof runCellOf>;
  mayChange: boolean;
}

/** A cell's content, shown by its type and edited in place. */
export function CellField({ column, text, run, mayChange, ...location }: Props) {
  const [editing, setEditing] = useState(false);
  if (editing) return <CellEditor {...location} column={column} text={text} onClose={() => setEditing(false)} />;
  return (
    <div className="relative">
      <SourceField name={column.name} text={text} />
      {run ? <RunDetails run={run} /> : null}
      <span className="absolute top-0 right-0 flex h-7 items-center gap-2 bg-raised pl-2 text-xs text-faint">
        {column.data_type}
        {mayChange ? (
          <Button size="small" look="ghost" aria-label={`Edit ${column.name}`} onClick={() => setEditing(true)}>
            Edit
          </Button>
        ) : null}
      </span>
    </div>
  );
}

/** Details of a run's cell: why it is empty, and a link to its log. */
function RunDetails({ run: { cell, infos, isVerdict } }: { run: NonNullable<Props["run"]> }) {
  const { reason, log_id: logId } = infos;
  return (
    <p className="flex flex-wrap gap-x-3 text-soft">
      {isVerdict ? <RunCell cell={cell} infos={{ ...infos, reason: null }} isVerdict /> : null}
      {reason && cell.cellValue !== reason ? <span className="wrap-anywhere">{reason}</span> : null}
      {logId ? (
        <NextLink href={links.evalLogs({ run: logId })} className="reach text-accent hover:underline">
          Open log
        </NextLink>
      ) : null}
    </p>
  );
}

type EditorProps = Omit<Props, "mayChange" | "run"> & { onClose: () => void };

function CellEditor({ datasetId, rowId, column, text, onClose }: EditorProps) {
  const form = useSaveForm({
    initial: { new_value: text ?? "" },
    save: withInput(updateCell, ({ new_value }: { new_value: string }) => ({
      dataset_id: datasetId,
      row_id: rowId,
      column_id: column.id,
      new_value: new_value === "" ? null : new_value,
    })),
    onSaved: onClose,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.submit();
    if (event.key !== "Escape") return;
    // Closes the field, not the panel.
    event.stopPropagation();
    onClose();
  };
  return (
    <div className="grid gap-2">
      <TextareaField
        form={form}
        name="new_value"
        label={column.name}
        hint={`${column.data_type}. Leave empty for an empty cell.`}
        autoFocus
        onKeyDown={onKeyDown}
      />
      <Refusal text={form.problem ?? undefined} />
      <div className="flex gap-2">
        <Button size="small" look="primary" keys="mod+enter" busy={form.busy} onClick={form.submit}>
          Save
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
