"use client";
import { CheckboxField, FormField } from "@/app/_form/fields";
import { Picker } from "@/app/_ui/control/picker";
import { noteChoices } from "./label-form";
import type { SettingsProps } from "./settings-props";

/** Whether an answer may have a note, and which answers need one. */
export function NoteSettings({ form }: SettingsProps) {
  const choices = noteChoices(form.values);
  return (
    <>
      <CheckboxField form={form} name="allowNotes" at="allow_notes" label="Allow a note with each answer" />
      {form.values.allowNotes && choices.length > 0 ? (
        <FormField
          form={form}
          name="noteFor"
          at="settings.note_required_for"
          label="Require a note for"
          hint="Annotators cannot submit these answers without one."
          optional
        >
          {({ value, onChange }) => (
            <Picker
              options={choices}
              value={value}
              onChange={onChange}
              placeholder="Choose answers"
              empty="No answer matches"
            />
          )}
        </FormField>
      ) : null}
    </>
  );
}
