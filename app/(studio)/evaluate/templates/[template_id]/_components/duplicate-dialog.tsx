"use client";
import { useRouter } from "next/navigation";
import { TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { duplicateEvalTemplate } from "@/lib/client/evaluation/templates";
import { links } from "@/lib/client/links";

interface Props {
  template: { id: string; name: string };
  onClose: () => void;
}

/** Copies any template to an own one, and opens it for editing. */
export function DuplicateDialog({ template, onClose }: Props) {
  const router = useRouter();
  const form = useSaveForm({
    initial: { name: `${template.name}_copy` },
    save: withInput(duplicateEvalTemplate, ({ name }: { name: string }) => ({
      eval_template_id: template.id,
      name: name.trim(),
    })),
    onSaved: ({ id }) => router.push(links.editEvalTemplate(id)),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Duplicate ${template.name}`}
      description="Creates your own template with the current content of this one."
      size="small"
      action="Duplicate"
      form={form}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Lower-case letters, digits, - and _."
        required
        spellCheck={false}
        maxLength={255}
      />
    </FormDialog>
  );
}
