"use client";
import { FileText, Upload } from "lucide-react";
import { type DragEvent, useState } from "react";
import { classNames } from "@/app/_ui/class-names";
import { fileSize } from "@/app/_ui/figure/file-size";

interface Props {
  files: readonly File[];
  /** Types of the system's file dialog. */
  accept: string;
  /** What may be chosen, such as "CSV, up to 100 MB". */
  hint: string;
  multiple?: boolean;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/** Accepts dropped files, or those from the system's file dialog; the first alone unless `multiple`. */
export function DropZone({ files, accept, hint, multiple = false, disabled, onFiles }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };
  const take = (chosen: FileList | null) => {
    const all = [...(chosen ?? [])].slice(0, multiple ? undefined : 1);
    if (all.length > 0) onFiles(all);
  };
  const Icon = files.length > 0 ? FileText : Upload;
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
        <span className="truncate font-medium">{titleOf(files, multiple)}</span>
        <span className="text-xs text-faint">{files.length > 0 ? sizeText(files, multiple) : hint}</span>
      </span>
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          // So that the same file can be chosen again after a correction.
          event.target.value = "";
        }}
      />
    </label>
  );
}

function titleOf([file, ...others]: readonly File[], multiple: boolean): string {
  if (file) return others.length > 0 ? `${others.length + 1} files` : file.name;
  return multiple ? "Drop files here, or choose them" : "Drop a file here, or choose one";
}

const sizeText = (files: readonly File[], multiple: boolean): string =>
  `${fileSize(files.reduce((sum, { size }) => sum + size, 0))}. Choose ${multiple ? "others" : "another"}`;
