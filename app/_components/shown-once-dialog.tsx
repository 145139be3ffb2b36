"use client";
import { type ReactNode, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { OnCopied } from "@/app/_ui/button/copy-button";
import { Dialog } from "@/app/_ui/overlay/dialog";
import type { DialogProps } from "@/app/_ui/overlay/dialog-props";

interface Props extends Pick<DialogProps, "title" | "description" | "size"> {
  open?: boolean;
  onClose: () => void;
  /** The label of the button that closes it. */
  done?: string;
  /** Other buttons. */
  others?: ReactNode;
  children: ReactNode;
}

/** Shows a key, secret or link that is shown only once. Until something of it was copied, only its buttons close it. */
export function ShownOnceDialog({ open = true, onClose, done = "I have copied it", others, children, ...head }: Props) {
  const [isCopied, setCopied] = useState(false);
  const onCopied = () => setCopied(true);
  return (
    <Dialog
      {...head}
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      onlyButtonsClose={!isCopied}
      footer={
        <>
          {others}
          <Button look="primary" onClick={onClose}>
            {done}
          </Button>
        </>
      }
    >
      <OnCopied value={onCopied}>
        <div onCopy={onCopied}>{children}</div>
      </OnCopied>
    </Dialog>
  );
}
