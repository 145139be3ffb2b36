"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { updateKey } from "@/lib/client/account";
import type { Key } from "@/lib/contracts/accounts/keys";
import { KeyFields } from "./key-fields";
import { type KeyForm, keyInput, localMoment } from "./key-form";

/** Changes what a key of one's own may do, from its next request on. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const { id, key_name, scopes, expires_at } = apiKey;
  const form = useSaveForm({
    initial: { key_name, scopes, expires_at: localMoment(expires_at) },
    save: withInput(updateKey, (values: KeyForm) => {
      const { expires_at: end, ...input } = keyInput(values);
      // Unchanged, it may have passed.
      return { key_id: id, ...input, ...(values.expires_at === localMoment(expires_at) ? {} : { expires_at: end }) };
    }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${key_name}`}
      description="Changes take effect with the key's next request."
      size="small"
      action="Save key"
      form={form}
      disabled={!form.isChanged}
    >
      <KeyFields form={form} />
    </FormDialog>
  );
}
