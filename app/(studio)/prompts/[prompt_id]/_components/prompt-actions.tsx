"use client";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { DeleteDialog } from "@/app/_components/delete-dialog";
import { useAddress } from "@/app/_components/use-address";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import { links } from "@/lib/client/links";
import { deletePrompt, deletePromptVersion, promptFileHref } from "@/lib/client/prompts";
import type { ListedVersion, PromptVersion } from "@/lib/contracts/prompts/shapes";
import { RenameDialog } from "./rename-dialog";

/** The prompt's secondary actions, and the deletion of the shown version. */
export function PromptActions({ prompt, shown }: { prompt: PromptVersion; shown: ListedVersion | undefined }) {
  const [open, setOpen] = useState<"rename" | "version" | "prompt" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ActionsMenu
        of="the prompt"
        groups={[
          [
            { label: "Rename or move…", onSelect: () => setOpen("rename") },
            {
              label: "Export as a file",
              onSelect: () => window.location.assign(promptFileHref({ prompt_id: prompt.id })),
            },
          ],
          [
            ...(shown ? [{ label: `Delete ${shown.version}…`, danger: true, onSelect: () => setOpen("version") }] : []),
            { label: "Delete prompt…", danger: true, onSelect: () => setOpen("prompt") },
          ],
        ]}
      />
      {open === "rename" ? <RenameDialog prompt={prompt} onClose={close} /> : null}
      {shown ? (
        <DeleteVersion open={open === "version"} promptId={prompt.id} version={shown.version} onClose={close} />
      ) : null}
      <DeleteDialog
        open={open === "prompt"}
        onClose={close}
        title={`Delete ${prompt.name}?`}
        action="Delete prompt"
        remove={deletePrompt}
        input={{ prompt_id: prompt.id }}
        next={links.prompts()}
        name={prompt.name}
      >
        Applications that call it get an error at once, whatever their label. Its versions cannot be brought back.
      </DeleteDialog>
    </>
  );
}

interface DeleteVersionProps {
  open: boolean;
  promptId: string;
  version: string;
  onClose: () => void;
}

function DeleteVersion({ open, promptId, version, onClose }: DeleteVersionProps) {
  const { set } = useAddress();
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Delete ${version}?`}
      action={`Delete ${version}`}
      change={deletePromptVersion}
      input={{ prompt_id: promptId, version }}
      onDone={() => set({ version: null, compare: null }, { keepsBack: false })}
    >
      A version with a label, or the default one, is not deleted. The number is not used again.
    </ConfirmChange>
  );
}
