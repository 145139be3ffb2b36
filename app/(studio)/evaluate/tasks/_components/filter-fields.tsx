"use client";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { NumberField } from "@/app/_ui/control/number-field";
import { Picker } from "@/app/_ui/control/picker";
import { Select } from "@/app/_ui/control/select";
import { observationTypes, spanStatuses } from "@/lib/contracts/names";
import type { TaskDraft } from "./draft";
import { operators } from "./task-words";

const typeOptions = observationTypes.map((value) => ({ value, label: value }));
const statusOptions = spanStatuses.map((value) => ({ value, label: value }));
const operatorOptions = (["equals", "not_equals", "contains", "exists", "not_exists"] as const).map((value) => ({
  value,
  label: operators[value],
}));

/** The filter and sampling of a task. */
export function FilterFields({
  draft,
  onChange,
}: {
  draft: TaskDraft;
  onChange: (changes: Partial<TaskDraft>) => void;
}) {
  const { attribute } = draft;
  const setAttribute = (change: Partial<TaskDraft["attribute"]>) =>
    onChange({ attribute: { ...attribute, ...change } });
  return (
    <section aria-label="Spans" className="grid gap-4">
      <h2 className="text-base font-medium">Spans</h2>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Kinds" hint="Leave empty for all kinds.">
          <Picker
            options={typeOptions}
            value={draft.types}
            onChange={(chosen) => onChange({ types: observationTypes.filter((type) => chosen.includes(type)) })}
            placeholder="All kinds"
            empty="No results"
          />
        </Field>
        <Field label="Status">
          <Picker
            options={statusOptions}
            value={draft.statuses}
            onChange={(chosen) => onChange({ statuses: spanStatuses.filter((status) => chosen.includes(status)) })}
            placeholder="Any status"
            empty="No results"
          />
        </Field>
        <Field label="Part of the span's name" optional>
          <Input value={draft.spanName} onChange={(event) => onChange({ spanName: event.target.value })} />
        </Field>
        <Field label="Attribute" optional hint="The attribute's full name, such as llm.model_name.">
          <Input
            spellCheck={false}
            value={attribute.key}
            onChange={(event) => setAttribute({ key: event.target.value })}
          />
        </Field>
        {attribute.key.trim() ? (
          <div className="grid grid-cols-2 gap-2 sm:col-start-2">
            <Select
              aria-label="Attribute operator"
              value={attribute.operator}
              options={operatorOptions}
              onChange={(operator) => setAttribute({ operator })}
            />
            {attribute.operator.endsWith("exists") ? null : (
              <Input
                aria-label="Attribute value"
                value={attribute.value}
                onChange={(event) => setAttribute({ value: event.target.value })}
              />
            )}
          </div>
        ) : null}
      </div>
      <Checkbox
        label="Entry spans only"
        hint="Spans without a parent in the project."
        checked={draft.entryOnly}
        onChange={(entryOnly) => onChange({ entryOnly })}
      />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Field label="Sampling rate" hint="Sampled by id, so the selection never changes.">
          <NumberField
            value={draft.percent}
            min={0.1}
            max={100}
            unit="%"
            onChange={(percent) => onChange({ percent: percent ?? 100 })}
          />
        </Field>
        <Field label="Sample by">
          <Select
            className="w-56!"
            value={draft.unit}
            options={[
              { value: "trace", label: "Trace", hint: "All spans of a trace, or none" },
              { value: "span", label: "Span", hint: "Each span separately" },
            ]}
            onChange={(unit) => onChange({ unit })}
          />
        </Field>
      </div>
    </section>
  );
}
