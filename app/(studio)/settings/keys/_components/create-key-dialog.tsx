"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Dialog } from "@/app/_ui/overlay/dialog";
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
    form.reset();
  };
  if (form.saved) {
    return (
      <Dialog
        open={open}
        onOpenChange={(shown) => !shown && close()}
        title={`Keep ${form.saved.key_name} safe`}
        description="The key and its secret are shown only once. Copy them before you close this dialog."
        footer={
          <Button look="primary" onClick={close}>
            I have copied them
          </Button>
        }
      >
        <NewKey apiKey={form.saved.api_key} secretKey={form.saved.secret_key} scopes={form.values.scopes} />
      </Dialog>
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
