"use client";
import { type ReactNode, useId } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { DialogProblem } from "./dialog-problem";
import type { DialogProps } from "./dialog-props";

interface Props extends Pick<DialogProps, "title" | "description" | "size"> {
  open?: boolean;
  onClose: () => void;
  /** What its main button says. */
  action: string;
  onSubmit: () => void;
  busy: boolean;
  disabled?: boolean;
  /** Why it was refused, unless a field says it. */
  problem?: string | null | undefined;
  children: ReactNode;
}

/** A dialog that is filled in and sent, by its button or by Enter; not again while it is on its way. */
export function FormDialog({
  open = true,
  onClose,
  action,
  onSubmit,
  busy,
  disabled = false,
  problem,
  children,
  ...head
}: Props) {
  const id = useId();
  return (
    <Dialog
      {...head}
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      footer={
        <>
          <DialogProblem text={problem} />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={id} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // It may stand within another form in React's tree, whose submission this is not.
          event.stopPropagation();
          if (!busy && !disabled) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
