"use client";
import { PasswordInput } from "@/app/_form/password-input";
import { useSaveForm } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { disableSecondFactor, renewRecoveryCodes } from "@/lib/client/account";
import { CodesDialog } from "./set-up-factor-dialog";

const initial = { password: "" };

export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const form = useSaveForm({ initial, save: renewRecoveryCodes });
  if (form.saved) return <CodesDialog codes={form.saved.recovery_codes} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="Make new recovery codes"
      description="The old ones stop working."
      size="small"
      action="Make new codes"
      form={form}
    >
      <PasswordInput form={form} name="password" label="Your password" />
    </FormDialog>
  );
}

export function DisableFactorDialog({ isRequired, onClose }: { isRequired: boolean; onClose: () => void }) {
  const form = useSaveForm({ initial, save: disableSecondFactor, onSaved: onClose });
  return (
    <FormDialog
      onClose={onClose}
      title="Turn off the second factor"
      description={
        isRequired
          ? "Your organization asks for one, so it is closed to you until you set one up again."
          : "From then on your password alone signs you in."
      }
      size="small"
      action="Turn off"
      danger
      form={form}
    >
      <PasswordInput form={form} name="password" label="Your password" />
    </FormDialog>
  );
}
