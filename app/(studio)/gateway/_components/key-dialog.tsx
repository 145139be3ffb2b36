"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createGatewayKey, updateGatewayKey } from "@/lib/client/gateway";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { KeyFields } from "./key-fields";
import { bodyOf, changedMetadata, emptyKey, formOfKey, type KeyForm, newMetadata } from "./key-form";
import { NewKeyDialog } from "./new-key-dialog";

/** Creates a key and shows it once. */
export function CreateKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const save = withInput(createGatewayKey, (form: KeyForm) => ({
    ...bodyOf(form),
    key_type: form.type,
    metadata: newMetadata(form),
  }));
  const form = useSaveForm({ initial: emptyKey, save });
  const close = () => {
    onClose();
    // A key that is being made is shown all the same: nobody could see it later.
    if (!form.busy) form.reset();
  };
  if (form.saved) return <NewKeyDialog onClose={close} name={form.saved.name} secret={form.saved.key} />;
  return (
    <FormDialog open={open} onClose={close} title="Create a gateway key" size="large" action="Create key" form={form}>
      <KeyFields form={form} isNew />
    </FormDialog>
  );
}

interface EditProps {
  gatewayKey: GatewayKey;
  onClose: () => void;
}

export function EditKeyDialog({ gatewayKey, onClose }: EditProps) {
  const save = withInput(updateGatewayKey, (form: KeyForm) => ({
    key_id: gatewayKey.id,
    ...bodyOf(form),
    metadata: changedMetadata(form),
  }));
  const form = useSaveForm({ initial: formOfKey(gatewayKey), save, onSaved: onClose });
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${gatewayKey.name}`}
      description="Changes take effect with the key's next request."
      size="large"
      action="Save key"
      form={form}
    >
      <KeyFields form={form} isNew={false} />
    </FormDialog>
  );
}
