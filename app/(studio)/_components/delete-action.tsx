"use client";
import { type ReactNode, useState } from "react";
import { ActionsMenu } from "@/app/_ui/actions-menu";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";

interface Props {
  /** The kind of the object, such as "run". */
  noun: string;
  /** The question, such as "Delete Nightly?". */
  title: string;
  busy: boolean;
  /** Deletes the object. `close` closes the question, if the object could not be deleted. */
  onDelete: (close: () => void) => void;
  /** The consequences, and what is kept. */
  children: ReactNode;
}

/** A page's menu with one action: to delete its object, after a confirmation. */
export function DeleteAction({ noun, title, busy, onDelete, children }: Props) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <ActionsMenu
        of={`the ${noun}`}
        groups={[[{ label: `Delete ${noun}…`, danger: true, onSelect: () => setConfirming(true) }]]}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={title}
        action={`Delete ${noun}`}
        busy={busy}
        onConfirm={() => onDelete(() => setConfirming(false))}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
