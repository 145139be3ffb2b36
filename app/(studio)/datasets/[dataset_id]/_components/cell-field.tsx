"use client";
import NextLink from "next/link";
import { type KeyboardEvent, useState } from "react";
import { SourceField } from "@/app/_components/source/source-field";
import { Refusal, TextareaField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { fileSize } from "@/app/_ui/figure/file-size";
import { DropZone } from "@/app/(studio)/_components/files/drop-zone";
import { updateCell } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import { MAX_CELL_CHARACTERS } from "@/lib/datasets/rules/cell-text";
import { fileText, type runCellOf } from "./cells";
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

/** What the screens show of each type, and how the system's file dialog names it. */
const accepted: Partial<Record<ConfiguredColumn["data_type"], string>> = {
  image: "image/png,image/jpeg,image/gif,image/webp,image/avif",
  audio: "audio/*",
};

interface FileChoiceProps {
  accept: string;
  text: string;
  onText: (text: string) => void;
}

/** Takes a file into the cell as a data address, as far as a cell has room. */
function FileChoice({ accept, text, onText }: FileChoiceProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = async ([file]: File[]) => {
    if (!file) return;
    // Before it is read: a large recording would fill the page's memory.
    const refusal = refusalOf(file, accept);
    setProblem(refusal);
    if (refusal) return;
    const address = await dataAddressOf(file);
    if (address === null) setProblem(`${file.name} could not be read.`);
    else if (address.length > MAX_CELL_CHARACTERS) setProblem(tooLarge(file));
    else onText(address);
  };
  const inCell = fileText(text);
  return (
    <>
      <DropZone
        files={[]}
        accept={accept}
        hint={`Up to ${LARGEST}; larger files by their address`}
        disabled={false}
        onFiles={take}
      />
      {inCell ? (
        <p className="flex items-center gap-2 text-soft">
          {inCell}
          <Button size="small" onClick={() => onText("")}>
            Remove
          </Button>
        </p>
      ) : null}
      <Refusal text={problem ?? undefined} />
    </>
  );
}

/** In base64, three bytes are four characters. */
const MOST_BYTES = (MAX_CELL_CHARACTERS * 3) / 4;
const LARGEST = fileSize(MOST_BYTES);

const tooLarge = ({ name, size }: File): string => `${name} has ${fileSize(size)}. A cell takes ${LARGEST}.`;

/** Files may also be dropped, whatever the dialog offers. */
function refusalOf(file: File, accept: string): string | null {
  const isAccepted = accept
    .split(",")
    .some((type) => type === file.type || file.type.startsWith(type.replace("*", "")));
  if (!isAccepted) return `${file.name} is not a file that this column shows.`;
  return file.size > MOST_BYTES ? tooLarge(file) : null;
}

/** Null if the file has moved, changed or may not be read. */
function dataAddressOf(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });
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
  const accept = accepted[column.data_type];
  return (
    <div className="grid gap-2">
      {accept ? (
        <FileChoice accept={accept} text={form.values.new_value} onText={(new_value) => form.set({ new_value })} />
      ) : null}
      {accept && fileText(form.values.new_value) ? null : (
        <TextareaField
          form={form}
          name="new_value"
          label={column.name}
          hint={`${column.data_type}${accept ? ", or its address" : ""}. Leave empty for an empty cell.`}
          autoFocus
          onKeyDown={onKeyDown}
        />
      )}
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
