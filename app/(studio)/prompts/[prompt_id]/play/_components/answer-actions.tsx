"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { savePromptVersion } from "@/lib/client/prompts";
import type { PromptContent } from "@/lib/contracts/prompts/content";
import { contentOf, isChanged, type PlayColumn } from "./column";
import { KeepDialog } from "./keep-dialog";
import type { PlayState } from "./use-plays";

interface Props {
  promptId: string;
  column: PlayColumn;
  content: PromptContent;
  state: PlayState | undefined;
}

/** Keeps what was tried: the column as a version, its answer as a row. */
export function AnswerActions({ promptId, column, content, state }: Props) {
  const [isKeeping, setKeeping] = useState(false);
  const may = useMayWrite();
  const { mutate, isPending } = useMutation({
    ...savePromptVersion,
    meta: { ...savePromptVersion.meta, showsErrors: false },
  });
  if (!may) return null;
  const tried = contentOf(content, column);
  const save = () =>
    mutate(
      { prompt_id: promptId, content: tried, message: `From ${column.version}, tried in the playground` },
      { onSuccess: ({ version }) => toast.done({ title: `Saved as ${version}` }) },
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" disabled={state?.status !== "done"} onClick={() => setKeeping(true)}>
        Save as a dataset row
      </Button>
      <Button size="small" disabled={!isChanged(column)} busy={isPending} onClick={save}>
        Save as a version
      </Button>
      {isKeeping && state ? (
        <KeepDialog version={column.version} model={tried.model} state={state} onClose={() => setKeeping(false)} />
      ) : null}
    </div>
  );
}
