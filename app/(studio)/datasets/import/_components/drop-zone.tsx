"use client";
import { FileText, Upload } from "lucide-react";
import { type DragEvent, useState } from "react";
import { classNames } from "@/app/_ui/class-names";
import { fileSize } from "./file-size";

interface Props {
  file: File | null;
  disabled: boolean;
  onFile: (file: File) => void;
}

const TYPES = ".csv,.tsv,.txt,.json,.jsonl,.ndjson,text/csv,application/json";

/** Accepts a dropped file, or one from the system's file dialog. */
export function DropZone({ file, disabled, onFile }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onFile(dropped);
  };
  const Icon = file ? FileText : Upload;
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        "flex items-center gap-4 rounded-lg border border-dashed px-5 py-6 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        over ? "border-accent bg-accent-wash" : "border-edge hover:bg-sunk",
        disabled && "pointer-events-none opacity-60",
      )}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 text-faint" />
      <span className="grid min-w-0">
        <span className="truncate font-medium">{file ? file.name : "Drop a file here, or choose one"}</span>
        <span className="text-xs text-faint">
          {file ? `${fileSize(file.size)}. Choose another` : "CSV, JSON or JSON Lines, up to 100 MB"}
        </span>
      </span>
      <input
        type="file"
        accept={TYPES}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onFile(chosen);
          // So that the same file can be chosen again after a correction.
          event.target.value = "";
        }}
      />
    </label>
  );
}
