"use client";
import { useState } from "react";
import { FormElement } from "@/app/_form/form-element";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { fieldError, formError } from "@/lib/client/call-error";
import { importRows } from "@/lib/client/datasets";
import { MAX_FILE_BYTES } from "@/lib/contracts/limits";
import { ImportProblem } from "../../_components/import-problem";
import { RowsFile, TOO_LARGE } from "../../_components/rows-file";
import { rowsImported } from "../../_components/rows-imported";
import { SendingProgress } from "../../_components/sending-progress";
import { useUpload } from "../../_components/use-upload";

interface Props {
  datasetId: string;
  /** The names of the columns that a file may have. */
  columns: readonly string[];
  onImported: (rows: number) => void;
  onClose: () => void;
}

/** Adds the rows of a file at the end. */
export function ImportRowsDialog({ datasetId, columns, onImported, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const sending = useUpload(importRows, ({ rows_added }) => {
    toast.done({ title: rowsImported(rows_added) });
    onImported(rows_added);
  });
  const tooLarge = file !== null && file.size > MAX_FILE_BYTES;
  const submit = () => {
    if (file && !tooLarge && !sending.isPending) sending.start({ dataset_id: datasetId, file });
  };
  const choose = (chosen: File) => {
    sending.reset();
    setFile(chosen);
  };
  const refusal = fieldError(sending.error, "file") ?? formError(sending.error, []);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !sending.isPending && onClose()}
      title="Import rows"
      description={`They are added at the end. The file needs a header with names of columns: ${columns.join(", ")}.`}
    >
      <FormElement form={{ submit }} className="grid gap-5">
        <RowsFile file={file} disabled={sending.isPending} onFile={choose} />
        <ImportProblem text={tooLarge ? TOO_LARGE : refusal} error={sending.error} look="the rows" />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" busy={sending.isPending} disabled={file === null || tooLarge}>
            Import
          </Button>
          {sending.isPending ? (
            <SendingProgress share={sending.share} size={file?.size ?? 0} onStop={sending.stop} />
          ) : null}
        </div>
      </FormElement>
    </Dialog>
  );
}
