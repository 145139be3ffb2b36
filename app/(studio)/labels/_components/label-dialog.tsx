"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/app/_ui/form-dialog";
import { createLabel, updateLabel } from "@/lib/client/annotation";
import { CallError, formError } from "@/lib/client/call-error";
import type { Label } from "@/lib/contracts/annotation/labels";
import { LabelFields } from "./label-fields";
import { emptyLabel, formOfLabel, renamingsOf, settingsOf } from "./label-form";
import { LabelPreview } from "./label-preview";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The label to change; undefined to create one. */
  label?: Label | null;
  onSaved?: (label: Label) => void;
}

const SHOWN_FIELDS = ["name", "type", "description"];

/** A form for a label, beside a live preview of what annotators will see. */
export function LabelDialog({ open, onOpenChange, label = null, onSaved }: Props) {
  const beginning = label ? formOfLabel(label) : emptyLabel;
  const [form, setForm] = useState(beginning);
  const create = useMutation(createLabel);
  const update = useMutation(updateLabel);
  const { error, isPending } = label ? update : create;
  const close = () => {
    onOpenChange(false);
    create.reset();
    update.reset();
    setForm(beginning);
  };
  const save = () => {
    const body = {
      name: form.name,
      type: form.type,
      description: form.description || null,
      allow_notes: form.allowNotes,
      settings: settingsOf(form, label?.settings),
    };
    const onSuccess = (saved: Label) => {
      onSaved?.(saved);
      close();
    };
    const renamed_options = renamingsOf(form);
    const renamings = renamed_options.length > 0 ? { renamed_options } : {};
    if (label) update.mutate({ id: label.id, ...body, ...renamings }, { onSuccess });
    else create.mutate(body, { onSuccess });
  };
  const settingsErrors =
    error instanceof CallError
      ? Object.keys(error.fields).filter((field) => field.startsWith("settings") || field === "renamed_options")
      : [];
  const problem = formError(error, [...SHOWN_FIELDS, ...settingsErrors]);
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={label ? "Edit label" : "Create a label"}
      size="large"
      action={label ? "Save label" : "Create label"}
      problem={problem}
      busy={isPending}
      onSubmit={save}
    >
      <div className="grid gap-6 sm:grid-cols-[3fr_2fr]">
        <LabelFields form={form} onChange={setForm} error={error} typeFixed={label !== null} />
        <LabelPreview form={form} />
      </div>
    </FormDialog>
  );
}
