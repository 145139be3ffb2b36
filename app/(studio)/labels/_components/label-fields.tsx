"use client";
import { Checkbox } from "@/app/_ui/checkbox";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Select } from "@/app/_ui/select";
import { fieldError } from "@/lib/client/call-error";
import { labelTypes } from "@/lib/contracts/names";
import { labelTypeWords } from "../../_components/label-type";
import type { LabelForm } from "./label-form";
import { NumericSettings } from "./numeric-settings";
import { OptionsSettings } from "./options-settings";
import { StarSettings } from "./star-settings";
import { TextSettings } from "./text-settings";

const types = labelTypes.map((type) => {
  const { word, hint, Icon } = labelTypeWords[type];
  return { value: type, label: word, hint, icon: <Icon aria-hidden="true" className="size-4 text-faint" /> };
});

const settings = {
  categorical: OptionsSettings,
  numeric: NumericSettings,
  star: StarSettings,
  text: TextSettings,
  thumbs_up_down: () => null,
};

interface Props {
  form: LabelForm;
  onChange: (form: LabelForm) => void;
  error: unknown;
  /** The label has scores, so its type cannot change. */
  typeFixed: boolean;
}

export function LabelFields({ form, onChange, error, typeFixed }: Props) {
  const set = (changes: Partial<LabelForm>) => onChange({ ...form, ...changes });
  const Settings = settings[form.type];
  return (
    <div className="grid content-start gap-4">
      <Field label="Name" hint="The question, in a word or two." error={fieldError(error, "name")}>
        <Input required maxLength={255} value={form.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label="Description" optional hint="Shown under the name." error={fieldError(error, "description")}>
        <Input value={form.description} onChange={(event) => set({ description: event.target.value })} />
      </Field>
      <Field
        label="Type"
        error={fieldError(error, "type")}
        {...(typeFixed ? { hint: "The type cannot change: the label has scores." } : {})}
      >
        <Select value={form.type} options={types} onChange={(type) => set({ type })} disabled={typeFixed} />
      </Field>
      <Settings form={form} set={set} error={error} />
      <Checkbox
        label="Allow a note with each answer"
        checked={form.allowNotes}
        onChange={(allowNotes) => set({ allowNotes })}
      />
    </div>
  );
}
