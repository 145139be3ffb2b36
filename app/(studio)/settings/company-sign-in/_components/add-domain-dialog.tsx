"use client";
import { TextField } from "@/app/_form/fields";
import { useSaveForm } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { addCompanyDomain } from "@/lib/client/account";

export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const form = useSaveForm({ initial: { domain: "" }, save: addCompanyDomain, onSaved: onClose });
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title="Add a mail domain"
      description="A record in its DNS then proves that it is yours. Domains below it do not count."
      action="Add domain"
      form={form}
      disabled={form.values.domain.trim() === ""}
    >
      <TextField form={form} name="domain" label="Domain" required maxLength={253} placeholder="example.com" />
    </FormDialog>
  );
}
