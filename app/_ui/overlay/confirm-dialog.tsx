"use client";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../button/button";
import { type FocusTarget, lastFocusTarget, returnTo } from "../keyboard/focus-target";

interface Props {
  open?: boolean;
  onClose: () => void;
  title: string;
  /** The consequences, and what is kept. */
  children: ReactNode;
  /** The button's label, e.g. "Remove 3 items". */
  action: string;
  onConfirm: () => void;
  busy?: boolean;
  danger?: boolean;
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  open = true,
  onClose,
  title,
  children,
  action,
  onConfirm,
  busy = false,
  danger = true,
}: Props) {
  const returnTarget = useRef<FocusTarget | null>(null);
  useEffect(() => {
    if (open) returnTarget.current = lastFocusTarget();
  }, [open]);
  return (
    <AlertDialog.Root open={open} onOpenChange={(shown) => !shown && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-start sm:p-6 sm:pt-[18vh]">
          <AlertDialog.Popup
            finalFocus={() => (returnTarget.current ? returnTo(returnTarget.current) : null)}
            className="floating w-full rounded-b-none p-5 sm:max-w-md sm:rounded-b-lg"
          >
            <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1 text-soft" render={<div />}>
              {children}
            </AlertDialog.Description>
            <div className="mt-5 flex justify-end gap-2">
              <AlertDialog.Close render={<Button>Cancel</Button>} />
              <Button look={danger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
                {action}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
