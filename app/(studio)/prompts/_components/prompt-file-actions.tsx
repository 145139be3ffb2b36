"use client";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import { promptFileHref } from "@/lib/client/prompts";

interface Props {
  folder: string | undefined;
  /** Null for those who may not write. */
  onImport: (() => void) | null;
}

/** Prompts from files, and as a file: those of the chosen folder, or all. */
export const PromptFileActions = ({ folder, onImport }: Props) => (
  <ActionsMenu
    of="all prompts"
    groups={[
      [
        ...(onImport ? [{ label: "Import files…", onSelect: onImport }] : []),
        {
          label: folder ? `Export folder ${folder}` : "Export all prompts",
          onSelect: () => window.location.assign(promptFileHref(folder ? { folder } : {})),
        },
      ],
    ]}
  />
);
