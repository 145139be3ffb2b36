"use client";
import { CheckboxField, FormField, NumberInput, SelectField, TextField, useFormField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Input } from "@/app/_ui/control/input";
import { Picker } from "@/app/_ui/control/picker";
import { Select } from "@/app/_ui/control/select";
import { observationTypes, spanStatuses } from "@/lib/contracts/names";
import type { TaskDraft } from "./draft";
import { operators } from "./task-words";

interface Props {
  form: SaveForm<TaskDraft>;
}

const typeOptions = observationTypes.map((value) => ({ value, label: value }));
const statusOptions = spanStatuses.map((value) => ({ value, label: value }));
const operatorOptions = (["equals", "not_equals", "contains", "exists", "not_exists"] as const).map((value) => ({
  value,
  label: operators[value],
}));

/** The filter and sampling of a task. */
export const FilterFields = ({ form }: Props) => (
  <section aria-label="Spans" className="grid gap-4">
    <h2 className="text-base font-medium">Spans</h2>
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <FormField
        form={form}
        name="types"
        at="filters.observation_types"
        label="Kinds"
        hint="Leave empty for all kinds."
      >
        {({ value, onChange }) => (
          <Picker options={typeOptions} value={value} onChange={onChange} placeholder="All kinds" empty="No results" />
        )}
      </FormField>
      <FormField form={form} name="statuses" at="filters.statuses" label="Status">
        {({ value, onChange }) => (
          <Picker
            options={statusOptions}
            value={value}
            onChange={onChange}
            placeholder="Any status"
            empty="No results"
          />
        )}
      </FormField>
      <TextField form={form} name="spanName" at="filters.name" label="Part of the span's name" optional />
      <TextField
        form={form}
        name="attribute.key"
        at="filters.attributes"
        label="Attribute"
        optional
        hint="The attribute's full name, such as llm.model_name."
        spellCheck={false}
      />
      {form.values.attribute.key.trim() ? <Condition form={form} /> : null}
    </div>
    <CheckboxField
      form={form}
      name="entryOnly"
      at="filters.entry_only"
      label="Entry spans only"
      hint="Spans without a parent in the project."
    />
    <Sampling form={form} />
  </section>
);

/** What holds of the attribute. */
function Condition({ form }: Props) {
  const operator = useFormField({ form, name: "attribute.operator" });
  const { error: _, ...value } = useFormField({ form, name: "attribute.value" });
  return (
    <div className="grid grid-cols-2 gap-2 sm:col-start-2">
      <Select
        aria-label="Attribute operator"
        value={operator.value}
        options={operatorOptions}
        onChange={operator.onChange}
      />
      {operator.value.endsWith("exists") ? null : <Input aria-label="Attribute value" {...value} />}
    </div>
  );
}

const Sampling = ({ form }: Props) => (
  <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
    <NumberInput
      form={form}
      name="percent"
      at="sampling_rate"
      label="Sampling rate"
      hint="Sampled by id, so the selection never changes."
      min={0.1}
      max={100}
      unit="%"
    />
    <SelectField
      form={form}
      name="unit"
      at="sampling_unit"
      label="Sample by"
      className="w-56!"
      options={[
        { value: "trace", label: "Trace", hint: "All spans of a trace, or none" },
        { value: "span", label: "Span", hint: "Each span separately" },
      ]}
    />
  </div>
);
