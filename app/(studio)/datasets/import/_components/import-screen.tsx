"use client";
import { useRef, useState } from "react";
import { useRole } from "@/app/_components/use-role";
import { FormElement } from "@/app/_form/form-element";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { fieldError, formError } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { MAX_FILE_BYTES } from "@/lib/contracts/limits";
import { ImportProblem } from "../../_components/import-problem";
import { RowsFile, TOO_LARGE } from "../../_components/rows-file";
import { SendingProgress } from "../../_components/sending-progress";
import { previewFile } from "./preview-file";
import { PreviewTable } from "./preview-table";
import { useImport } from "./use-import";

export function ImportScreen() {
  const role = useRole();
  return (
    <PageBody narrow>
      <PageHeader
        title="Import a dataset"
        description="Each record of the file becomes a row, and each field a column."
        parent={{ href: links.datasets(), label: "Datasets" }}
      />
      {role === "Viewer" ? (
        <EmptyState
          title="Viewers cannot import"
          action={<LinkButton href={links.datasets()}>Show datasets</LinkButton>}
        >
          Ask an Owner or an Admin for another role.
        </EmptyState>
      ) : (
        <ImportForm />
      )}
    </PageBody>
  );
}

/** The chosen file, and its first rows once they are read. */
function usePreviewedFile() {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<Awaited<ReturnType<typeof previewFile>>>(null);
  const latest = useRef<File>(null);
  const take = async (chosen: File) => {
    setFile(chosen);
    setPreview(null);
    latest.current = chosen;
    const found = await previewFile(chosen);
    // Meanwhile another file may have been chosen.
    if (latest.current === chosen) setPreview(found);
  };
  return { file, preview, take };
}

function ImportForm() {
  const [name, setName] = useState("");
  const { file, preview, take } = usePreviewedFile();
  const sending = useImport();
  const choose = (chosen: File) => {
    sending.reset();
    setName(chosen.name.replace(/\.[a-z]+$/i, ""));
    return take(chosen);
  };
  const tooLarge = file !== null && file.size > MAX_FILE_BYTES;
  const submit = () => {
    if (file && !tooLarge && !sending.isPending) sending.start({ file, name });
  };
  const problem = tooLarge
    ? TOO_LARGE
    : (fieldError(sending.error, "file") ?? formError(sending.error, ["new_dataset_name"]));
  return (
    <FormElement form={{ submit }} className="grid gap-5">
      <RowsFile file={file} disabled={sending.isPending} onFile={choose} />
      <ImportProblem text={problem} error={sending.error} look="the datasets" />
      {file ? (
        <>
          {preview === "large" ? (
            <p className="text-xs text-faint">Excel workbooks over 2 MB are imported whole, but not previewed.</p>
          ) : preview ? (
            <PreviewTable {...preview} />
          ) : null}
          <Field label="Name" error={fieldError(sending.error, "new_dataset_name")}>
            <Input
              required
              maxLength={255}
              disabled={sending.isPending}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="primary" busy={sending.isPending} disabled={tooLarge}>
              Import
            </Button>
            {sending.isPending ? (
              <SendingProgress share={sending.share} size={file.size} onStop={sending.stop} />
            ) : null}
          </div>
        </>
      ) : null}
    </FormElement>
  );
}
