"use client";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { RadioGroup } from "@/app/_ui/radio-group";
import { Select } from "@/app/_ui/select";
import { SuggestInput } from "@/app/_ui/suggest-input";
import { Textarea } from "@/app/_ui/textarea";
import { fieldError } from "@/lib/client/call-error";
import { personaOptions, writingOptions } from "@/lib/contracts/simulation/names";
import { labelOf, type PersonaForm, spokenTraits, type Trait, traits, writings } from "./persona-form";

const mediumOptions = [
  { value: "text", label: "Text" },
  { value: "voice", label: "Voice" },
] as const;

interface Props {
  form: PersonaForm;
  onChange: (change: Partial<PersonaForm>) => void;
  error: unknown;
}

export function PersonaFields({ form, onChange, error }: Props) {
  const setTrait = (trait: Trait) => (text: string) => onChange({ traits: { ...form.traits, [trait]: text } });
  const shown = form.medium === "voice" ? [...traits, ...spokenTraits] : traits;
  return (
    <>
      <Field label="Name" error={fieldError(error, "name")}>
        <Input maxLength={255} value={form.name} onChange={(event) => onChange({ name: event.target.value })} />
      </Field>
      <Field label="Description" optional error={fieldError(error, "description")}>
        <Input
          maxLength={10_000}
          value={form.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
      {/* No Field: its label would name each choice. */}
      <div className="grid gap-1">
        <span className="font-medium">Medium</span>
        <RadioGroup
          label="Medium"
          value={form.medium}
          options={mediumOptions}
          onChange={(medium) => onChange({ medium })}
        />
      </div>
      <p className="text-xs text-faint">Separate several values with commas. An empty field means any.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {shown.map((trait) => (
          <Field key={trait} label={labelOf(trait)} optional error={fieldError(error, trait)}>
            <SuggestInput
              value={form.traits[trait]}
              onChange={setTrait(trait)}
              suggestions={trait === "languages" ? ["en"] : personaOptions[trait]}
              placeholder="Any"
            />
          </Field>
        ))}
        {form.medium === "text"
          ? writings.map((option) => (
              <Field key={option} label={labelOf(option)}>
                <Select
                  value={form.writing[option] ?? "any"}
                  options={[
                    { value: "any", label: "Any" },
                    ...writingOptions[option].map((value) => ({ value: value as string, label: labelOf(value) })),
                  ]}
                  onChange={(value) => {
                    const { [option]: _, ...others } = form.writing;
                    onChange({ writing: value === "any" ? others : { ...others, [option]: value } });
                  }}
                />
              </Field>
            ))
          : null}
      </div>
      <Field
        label="Further instruction"
        optional
        hint="Behaviour instructions for the model that plays the persona."
        error={fieldError(error, "additional_instruction")}
      >
        <Textarea
          maxLength={10_000}
          value={form.instruction}
          onChange={(event) => onChange({ instruction: event.target.value })}
        />
      </Field>
    </>
  );
}
