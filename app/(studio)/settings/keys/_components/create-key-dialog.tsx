"use client";
import { ShownOnceDialog } from "@/app/_components/shown-once-dialog";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createKey } from "@/lib/client/account";
import { KeyFields } from "./key-fields";
import { keyInput, newKey } from "./key-form";
import { NewKey } from "./new-key";

/** Creates a key, then shows it with its secret. They are shown only once. */
export function CreateKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useSaveForm({ initial: newKey, save: withInput(createKey, keyInput) });
  const close = () => {
    onClose();
    // A key that is being made is shown all the same: nobody could see it later.
    if (!form.busy) form.reset();
  };
  if (form.saved) {
    return (
      <ShownOnceDialog
        onClose={close}
        done="I have copied them"
        title={`Keep ${form.saved.key_name} safe`}
        description="The key and its secret are shown only once. Copy them before you close this dialog."
      >
        <NewKey apiKey={form.saved.api_key} secretKey={form.saved.secret_key} scopes={form.values.scopes} />
      </ShownOnceDialog>
    );
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Create an API key"
      description="The key acts as you in this organization, with your role and within its scopes."
      size="small"
      action="Create key"
      form={form}
    >
      <KeyFields form={form} />
    </FormDialog>
  );
}
