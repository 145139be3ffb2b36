"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field } from "@/app/_ui/field";
import { FormDialog } from "@/app/_ui/form-dialog";
import { Input } from "@/app/_ui/input";
import { fieldError } from "@/lib/client/call-error";
import { duplicateEvalTemplate } from "@/lib/client/evaluation/templates";
import { links } from "@/lib/client/links";

/** Copies any template to an own one, and opens it for editing. */
export function DuplicateDialog({
  template,
  onClose,
}: {
  template: { id: string; name: string };
  onClose: () => void;
}) {
  const router = useRouter();
  const [name, setName] = useState(`${template.name}_copy`);
  const { mutate, isPending, error } = useMutation(duplicateEvalTemplate);
  const copy = () =>
    mutate(
      { eval_template_id: template.id, name: name.trim() },
      { onSuccess: ({ id }) => router.push(links.editEvalTemplate(id)) },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={`Duplicate ${template.name}`}
      description="Creates your own template with the current content of this one."
      size="small"
      action="Duplicate"
      form={{ submit: copy, busy: isPending, problem: null }}
    >
      <Field
        label="Name"
        hint="Lower-case letters, digits, - and _."
        error={fieldError(error, "name") ?? error?.message}
      >
        <Input
          required
          spellCheck={false}
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
