"use client";
import { TextareaField, TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { updatePrompt } from "@/lib/client/prompts";
import type { PromptVersion } from "@/lib/contracts/prompts/shapes";

type Values = Pick<PromptVersion, "name" | "folder" | "description">;

export function RenameDialog({ prompt, onClose }: { prompt: PromptVersion; onClose: () => void }) {
  const { id, name, folder, description } = prompt;
  const form = useSaveForm({
    initial: { name, folder, description },
    save: withInput(updatePrompt, (values: Values) => ({ prompt_id: id, ...values })),
    onSaved: onClose,
  });
  return (
    <FormDialog title="Rename or move the prompt" size="small" action="Save" form={form} onClose={onClose}>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Applications that use the former name get an error at once."
        autoComplete="off"
      />
      <TextField form={form} name="folder" label="Folder" optional autoComplete="off" />
      <TextareaField form={form} name="description" label="Description" optional />
    </FormDialog>
  );
}
