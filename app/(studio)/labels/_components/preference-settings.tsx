"use client";
import { CheckboxField, TextField } from "@/app/_form/fields";
import type { SettingsProps } from "./settings-props";

/** The two outputs to compare, and what else may be answered. */
export const PreferenceSettings = ({ form }: SettingsProps) => (
  <fieldset className="grid gap-4">
    <legend className="mb-2 font-medium">Outputs</legend>
    <TextField
      form={form}
      name="first"
      at="settings.first"
      label="First output"
      hint="The column of the dataset that holds it. Annotators see the two in a random order, without names."
      required
    />
    <TextField form={form} name="second" at="settings.second" label="Second output" required />
    <CheckboxField form={form} name="tie" at="settings.allow_tie" label="Allow a tie" />
    <CheckboxField form={form} name="bothBad" at="settings.allow_both_bad" label="Allow “both bad”" />
    <TextField
      form={form}
      name="firstModel"
      at="settings.first_model"
      label="Model of the first output"
      optional
      hint="A column with its model, if that differs from row to row. Annotators do not get it."
    />
    <TextField form={form} name="secondModel" at="settings.second_model" label="Model of the second output" optional />
  </fieldset>
);
