import { DropZone } from "@/app/(studio)/_components/files/drop-zone";

interface Props {
  file: File | null;
  disabled: boolean;
  onFile: (file: File) => void;
}

/** Takes a file of rows. */
export const RowsFile = ({ file, disabled, onFile }: Props) => (
  <DropZone
    files={file ? [file] : []}
    accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.xlsx,text/csv,application/json"
    hint="CSV, JSON, JSON Lines or Excel (.xlsx, first sheet), up to 100 MB"
    disabled={disabled}
    onFiles={([chosen]) => chosen && onFile(chosen)}
  />
);

export const TOO_LARGE = "This file is larger than 100 MB. Split it, or add rows through the API.";
