"use client";
import { CopiedLine } from "@/app/_components/copied-text";
import { Button } from "@/app/_ui/button/button";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { CallExamples } from "./call-examples";

interface Props {
  open: boolean;
  onClose: () => void;
  name: string;
  secret: string;
}

/** Shows a new key, which is shown only once. */
export function NewKeyDialog({ open, onClose, name, secret }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title={`Keep ${name} safe`}
      description="The key is shown only once. Copy it before you close this dialog."
      footer={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <CopiedLine text={secret} label="Copy the key" />
        <CallExamples secret={secret} />
      </div>
    </Dialog>
  );
}
