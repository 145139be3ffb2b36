"use client";
import { useEnrollment } from "@/app/_components/second-factor/enrollment";
import { RecoveryCodes } from "@/app/_components/second-factor/recovery-codes";
import { ShownOnceDialog } from "@/app/_components/shown-once-dialog";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";

/** The recovery codes after a dialog that made them. */
export const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <ShownOnceDialog onClose={onClose} title="Keep your recovery codes" size="small" done="I have kept them">
    <RecoveryCodes codes={codes} />
  </ShownOnceDialog>
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
