"use client";
import { type ReactNode, useId } from "react";
import { Button } from "../button/button";
import { Dialog } from "./dialog";
import { DialogProblem } from "./dialog-problem";
import type { DialogProps } from "./dialog-props";

interface Props extends Pick<DialogProps, "title" | "description" | "size"> {
  open?: boolean;
  onClose: () => void;
  /** The label of the main button. */
  action: string;
  /** What the main button or Enter sends, whether it is on its way, and why it was refused, unless a field shows it. */
  form: { submit: () => void; busy: boolean; problem: string | null };
  disabled?: boolean;
  /** The form destroys something. */
  danger?: boolean;
  /** The label of the button that closes the dialog. */
  cancel?: string;
  /** Beside the buttons. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A dialog with a form, sent by its button or by Enter. It cannot be sent twice at once. */
export function FormDialog({
  open = true,
  onClose,
  action,
  form: { submit, busy, problem },
  disabled = false,
  danger = false,
  cancel = "Cancel",
  aside,
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
          {aside ? <span className="mr-auto">{aside}</span> : null}
          <DialogProblem text={problem} />
          <Button onClick={onClose}>{cancel}</Button>
          <Button look={danger ? "danger" : "primary"} type="submit" form={id} busy={busy} disabled={disabled}>
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
          // In React's tree it may be inside another form, which must not be submitted too.
          event.stopPropagation();
          if (!busy && !disabled) submit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
