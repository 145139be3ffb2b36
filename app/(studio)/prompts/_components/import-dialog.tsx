"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/app/_ui/feedback/toast";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { Badge } from "@/app/_ui/text/badge";
import { DropZone } from "@/app/(studio)/_components/files/drop-zone";
import { checkPromptFiles, importPromptFiles } from "@/lib/client/prompts";
import type { ImportedPrompt } from "@/lib/contracts/prompts/files";

/** Shows what chosen files would change, before they do. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const check = useMutation(checkPromptFiles);
  const send = useMutation(importPromptFiles);
  const input = async (chosen: readonly File[]) => ({
    files: await Promise.all(chosen.map(async (file) => ({ file: file.name, text: await file.text() }))),
  });
  const choose = async (chosen: File[]) => {
    setFiles(chosen);
    send.reset();
    check.mutate({ ...(await input(chosen)), dry_run: true });
  };
  const submit = async () =>
    send.mutate(await input(files), {
      onSuccess: ({ prompts }) => {
        toast.done({ title: importedText(changesIn(prompts).length) });
        onClose();
      },
    });
  const found = check.data?.prompts ?? [];
  const problem = (send.error ?? check.error)?.message ?? null;
  return (
    <FormDialog
      title="Import prompts"
      description="A file makes a prompt, or a new version if its content differs from the newest one. Labels stay where they are."
      action="Import"
      form={{ submit: () => void submit(), busy: check.isPending || send.isPending, problem }}
      disabled={changesIn(found).length === 0}
      onClose={onClose}
    >
      <DropZone
        files={files}
        accept=".yaml,.yml,.json"
        hint="YAML, as Export writes it"
        multiple
        disabled={send.isPending}
        onFiles={(chosen) => void choose(chosen)}
      />
      {check.isPending || found.length === 0 ? null : <Changes prompts={found} />}
    </FormDialog>
  );
}

const changesIn = (prompts: readonly ImportedPrompt[]) => prompts.filter(({ change }) => change !== "unchanged");
const importedText = (count: number) => (count === 1 ? "Imported 1 prompt" : `Imported ${count} prompts`);

const words = {
  created: "New prompt",
  version_added: "New version",
  edited: "Folder or description",
  unchanged: "Unchanged",
} as const;

const Changes = ({ prompts }: { prompts: readonly ImportedPrompt[] }) => (
  <ul aria-label="What the files change" className="grid gap-1">
    {prompts.map(({ name, change, file }) => (
      <li key={`${file} ${name}`} className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <Badge tone={change === "unchanged" ? "neutral" : "accent"}>{words[change]}</Badge>
      </li>
    ))}
  </ul>
);
