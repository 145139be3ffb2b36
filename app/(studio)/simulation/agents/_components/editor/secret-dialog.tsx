"use client";
import { CopiedLine } from "@/app/_components/copied-text";
import { ShownOnceDialog } from "@/app/_components/shown-once-dialog";

/** Shows a new signing secret, which is shown only once. */
export function SecretDialog({ secret, open, onClose }: { secret: string; open: boolean; onClose: () => void }) {
  return (
    <ShownOnceDialog
      open={open}
      onClose={onClose}
      title="Keep the signing secret safe"
      description="The secret is shown only once. Your server uses it to verify that turns come from here."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <CopiedLine text={secret} label="Copy the secret" />
        <p className="text-soft">
          Turns are signed according to Standard Webhooks. Verify{" "}
          <code className="font-mono text-xs">webhook-signature</code> with any Standard Webhooks library.
        </p>
      </div>
    </ShownOnceDialog>
  );
}
