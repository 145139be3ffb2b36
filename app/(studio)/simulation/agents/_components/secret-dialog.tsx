"use client";
import { Button } from "@/app/_ui/button";
import { CopyButton } from "@/app/_ui/copy-button";
import { Dialog } from "@/app/_ui/dialog";

/** Shows a signing secret that was just made: nobody can see it again. */
export function SecretDialog({ secret, open, onClose }: { secret: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title="Keep the signing secret safe"
      description="This is the only time that it is shown. With it your server tells our turns from anybody else's."
      footer={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex items-center gap-1 rounded-md border border-line bg-sunk pl-3">
          <code className="min-w-0 flex-1 py-2 font-mono text-xs wrap-anywhere select-all">{secret}</code>
          <CopyButton text={secret} label="Copy the secret" />
        </div>
        <p className="text-soft">
          Turns are signed as Standard Webhooks says: check <code className="font-mono text-xs">webhook-signature</code>{" "}
          with any of its libraries.
        </p>
      </div>
    </Dialog>
  );
}
