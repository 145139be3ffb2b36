"use client";
import { TextField } from "@/app/_form/fields";
import { useSaveForm } from "@/app/_form/use-save-form";
import { updateProfile } from "@/lib/client/account";
import { SettingsForm } from "../../_components/settings-form";

export function NameForm({ name }: { name: string }) {
  const form = useSaveForm({ initial: { full_name: name }, save: updateProfile });
  const text = form.values.full_name.trim();
  return (
    <SettingsForm
      title="Name"
      description="Shown beside your annotations."
      action="Save name"
      form={form}
      idle={text === "" || text === name}
    >
      <TextField form={form} name="full_name" label="Full name" autoComplete="name" maxLength={255} />
    </SettingsForm>
  );
}
