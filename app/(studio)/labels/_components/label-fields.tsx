"use client";
import { SelectField, TextField } from "@/app/_form/fields";
import { labelTypes } from "@/lib/contracts/names";
import { labelTypeWords } from "../../_components/label-type";
import { NoteSettings } from "./note-settings";
import { NumericSettings } from "./numeric-settings";
import { OptionsSettings } from "./options-settings";
import { PreferenceSettings } from "./preference-settings";
import type { SettingsProps } from "./settings-props";
import { SpanSettings } from "./span-settings";
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
  preference: PreferenceSettings,
  text_spans: SpanSettings,
  thumbs_up_down: () => null,
};

interface Props extends SettingsProps {
  /** The label has scores, so its type cannot change. */
  typeFixed: boolean;
}

export function LabelFields({ form, typeFixed }: Props) {
  const Settings = settings[form.values.type];
  return (
    <div className="grid content-start gap-4">
      <TextField form={form} name="name" label="Name" hint="The question, in a word or two." required maxLength={255} />
      <TextField form={form} name="description" label="Description" optional hint="Shown under the name." />
      <SelectField
        form={form}
        name="type"
        label="Type"
        options={types}
        disabled={typeFixed}
        {...(typeFixed ? { hint: "The type cannot change: the label has scores." } : {})}
      />
      <Settings form={form} />
      <NoteSettings form={form} />
    </div>
  );
}
