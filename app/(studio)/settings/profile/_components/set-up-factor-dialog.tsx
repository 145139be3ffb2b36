"use client";
import { useEnrollment } from "@/app/_components/second-factor/enrollment";
import { RecoveryCodes } from "@/app/_components/second-factor/recovery-codes";
import { Button } from "@/app/_ui/button/button";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";

/** The recovery codes after a dialog that made them. */
export const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title="Keep your recovery codes"
    size="small"
    footer={
      <Button look="primary" onClick={onClose}>
        I have kept them
      </Button>
    }
  >
    <RecoveryCodes codes={codes} />
  </Dialog>
);

export function SetUpFactorDialog({ onClose }: { onClose: () => void }) {
  const { form, action, fields, recoveryCodes } = useEnrollment();
  if (recoveryCodes) return <CodesDialog codes={recoveryCodes} onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} title="Set up a second factor" size="small" action={action} form={form}>
      {fields}
    </FormDialog>
  );
}
