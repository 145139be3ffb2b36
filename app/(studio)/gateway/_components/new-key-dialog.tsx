"use client";
import { CopiedLine } from "@/app/_components/copied-text";
import { ShownOnceDialog } from "@/app/_components/shown-once-dialog";
import { CallExamples } from "./call-examples";

interface Props {
  onClose: () => void;
  name: string;
  secret: string;
}

/** Shows a new key, which is shown only once. */
export function NewKeyDialog({ onClose, name, secret }: Props) {
  return (
    <ShownOnceDialog
      onClose={onClose}
      title={`Keep ${name} safe`}
      description="The key is shown only once. Copy it before you close this dialog."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <CopiedLine text={secret} label="Copy the key" />
        <CallExamples secret={secret} />
      </div>
    </ShownOnceDialog>
  );
}
