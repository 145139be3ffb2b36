"use client";
import { FormField, RadioField, TextareaField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Select } from "@/app/_ui/control/select";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { personaOptions, writingOptions } from "@/lib/contracts/simulation/names";
import { mediumOptions } from "../../_components/media";
import { ANY, labelOf, type PersonaForm, spokenTraits, traits, writings } from "./persona-form";

export function PersonaFields({ form }: { form: SaveForm<PersonaForm> }) {
  const isVoice = form.values.medium === "voice";
  return (
    <>
      <TextField form={form} name="name" label="Name" maxLength={255} />
      <TextField form={form} name="description" label="Description" optional maxLength={10_000} />
      <RadioField form={form} name="medium" at="simulation_type" label="Medium" options={mediumOptions} />
      <p className="text-xs text-faint">Separate several values with commas. An empty field means any.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {[...traits, ...(isVoice ? spokenTraits : [])].map((trait) => (
          <FormField key={trait} form={form} name={`traits.${trait}`} at={trait} label={labelOf(trait)} optional>
            {({ value, onChange }) => (
              <SuggestInput
                value={value}
                onChange={onChange}
                suggestions={trait === "languages" ? ["en"] : personaOptions[trait]}
                placeholder="Any"
              />
            )}
          </FormField>
        ))}
        {isVoice ? null : <WritingFields form={form} />}
      </div>
      <TextareaField
        form={form}
        name="instruction"
        at="additional_instruction"
        label="Further instruction"
        optional
        hint="Behaviour instructions for the model that plays the persona."
        maxLength={10_000}
      />
    </>
  );
}

const WritingFields = ({ form }: { form: SaveForm<PersonaForm> }) =>
  writings.map((option) => (
    <FormField key={option} form={form} name={`writing.${option}`} at={option} label={labelOf(option)}>
      {({ value, onChange }) => (
        <Select
          value={value ?? ANY}
          options={[
            { value: ANY, label: "Any" },
            ...writingOptions[option].map((value) => ({ value: value as string, label: labelOf(value) })),
          ]}
          onChange={onChange}
        />
      )}
    </FormField>
  ));
