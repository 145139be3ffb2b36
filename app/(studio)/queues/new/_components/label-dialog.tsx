"use client";
import { useSaveForm } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { settingsProblem } from "@/lib/annotation/labels/rules/label-settings";
import { CallError } from "@/lib/client/call-error";
import { FieldsBesidePreview } from "../../../labels/_components/label-dialog";
import { emptyLabel, type LabelForm, settingsOf } from "../../../labels/_components/label-form";

interface Props {
  /** The label that is changed; absent for another one. */
  label?: LabelForm;
  /** Why a label of this name and type cannot be made. */
  refusalOf: (label: LabelForm) => string | null;
  onClose: () => void;
  onSaved: (label: LabelForm) => void;
}

const refused = (field: string, message: string) => new CallError(400, "invalid", message, { [field]: [message] });

/** A label that is made with the queue. It is checked here as the server will check it. */
export function NewLabelDialog({ label, refusalOf, onClose, onSaved }: Props) {
  const form = useSaveForm<LabelForm, LabelForm>({
    initial: label ?? emptyLabel,
    save: {
      mutationFn: async (values) => {
        if (values.name.trim() === "") throw refused("name", "May not be blank.");
        const taken = refusalOf(values);
        if (taken) throw refused("name", taken);
        const problem = settingsProblem(values.type, settingsOf(values));
        if (problem) throw refused(problem.field, problem.message);
        return { ...values, name: values.name.trim() };
      },
    },
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={label ? "Change the label" : "New label"}
      description="It is created with the queue."
      size="large"
      action={label ? "Change label" : "Add label"}
      form={form}
    >
      <FieldsBesidePreview form={form} typeFixed={false} />
    </FormDialog>
  );
}
