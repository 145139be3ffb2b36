"use client";
import { useState } from "react";
import { type SaveForm, useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createLabel, updateLabel } from "@/lib/client/annotation";
import type { Label } from "@/lib/contracts/annotation/labels";
import { LabelFields } from "./label-fields";
import { bodyOf, changesOf, emptyLabel, formOfLabel, type LabelForm } from "./label-form";
import { LabelPreview } from "./label-preview";

interface Props {
  onClose: () => void;
  onSaved?: (label: Label) => void;
}

export function CreateLabelDialog({ onClose, onSaved }: Props) {
  const form = useSaveForm({
    initial: emptyLabel,
    save: withInput(createLabel, (values: LabelForm) => bodyOf(values)),
    onSaved: (label) => {
      onSaved?.(label);
      onClose();
    },
  });
  return (
    <FormDialog onClose={onClose} title="Create a label" size="large" action="Create label" form={form}>
      <FieldsBesidePreview form={form} typeFixed={false} />
    </FormDialog>
  );
}

export function EditLabelDialog({ label, onClose }: Props & { label: Label }) {
  // The fields show this version, even after the list has loaded a newer one.
  const [base_version] = useState(label.version);
  const form = useSaveForm({
    initial: formOfLabel(label),
    save: withInput(updateLabel, (values: LabelForm) => ({ ...changesOf(values, label), base_version })),
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title="Edit label" size="large" action="Save label" form={form}>
      <FieldsBesidePreview form={form} typeFixed />
    </FormDialog>
  );
}

/** The fields beside a live preview of what annotators will see. */
export const FieldsBesidePreview = ({ form, typeFixed }: { form: SaveForm<LabelForm>; typeFixed: boolean }) => (
  <div className="grid gap-6 sm:grid-cols-[3fr_2fr]">
    <LabelFields form={form} typeFixed={typeFixed} />
    <LabelPreview form={form.values} />
  </div>
);
