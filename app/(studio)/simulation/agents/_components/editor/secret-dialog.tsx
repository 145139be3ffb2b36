"use client";
import { Button } from "@/app/_ui/button/button";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { Dialog } from "@/app/_ui/overlay/dialog";

/** Shows a new signing secret, which is shown only once. */
export function SecretDialog({ secret, open, onClose }: { secret: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title="Keep the signing secret safe"
      description="The secret is shown only once. Your server uses it to verify that turns come from here."
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
          Turns are signed according to Standard Webhooks. Verify{" "}
          <code className="font-mono text-xs">webhook-signature</code> with any Standard Webhooks library.
        </p>
      </div>
    </Dialog>
  );
}
