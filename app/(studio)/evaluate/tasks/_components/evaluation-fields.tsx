"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { Refusal, useRefusal } from "@/app/_form/fields";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { AddInput, Removable } from "../../_components/add-input";
import { isOpen } from "../../_components/mapping";
import { keysOf } from "../../playground/_components/form";
import { SettingsFields } from "../../playground/_components/settings-fields";
import { TemplateField } from "../../playground/_components/template-field";
import type { Template } from "../../templates/_components/template-form";
import { type EvaluationDraft, mappingFor, PATHS } from "./draft";
import type { TaskForm } from "./use-task-form";

interface Props extends Pick<TaskForm, "form"> {
  draft: EvaluationDraft;
  /** The index in the request, which the server's errors use. */
  index: number;
  found: UseQueryResult<Template>;
  onChange: (changes: Partial<EvaluationDraft>) => void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

/** One evaluation of a task: template, span paths of the inputs, and settings. */
export function EvaluationFields({ form, draft, index, found, onChange, onRemove }: Props) {
  const { templateId, mapping, model, params } = draft;
  const template = templateId ? found.data : undefined;
  const refusal = useRefusal(form, `evaluations.${index}`);
  const side = {
    found,
    template,
    templateId,
    model,
    setModel: (next: string) => onChange({ model: next }),
    params,
    setParam: (name: string, text: string) => onChange({ params: { ...params, [name]: text } }),
    error: null,
  };
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-lg border border-line p-4">
      <legend className="sr-only">Evaluation {index + 1}</legend>
      <TemplateField
        side={side}
        label="Template"
        onChoose={(id) => onChange({ templateId: id, mapping: {}, params: {}, model: "" })}
      />
      {template ? (
        <Paths template={template} mapping={mapping} onChange={(next) => onChange({ mapping: next })} />
      ) : null}
      <SettingsFields side={side} />
      <Refusal text={refusal} />
      {onRemove ? (
        <div>
          <Button size="small" onClick={onRemove}>
            Remove this evaluation
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

interface PathsProps {
  template: Template;
  mapping: EvaluationDraft["mapping"];
  onChange: (mapping: EvaluationDraft["mapping"]) => void;
}

/** The path of each input. More inputs can be added to a template that declares none. */
function Paths({ template, mapping, onChange }: PathsProps) {
  const field = (key: string) => (
    <Field
      key={key}
      label={`Path of ${key}`}
      optional={template.optional_keys.includes(key)}
      hint="A path in the span or its trace, or an attribute's name."
    >
      <SuggestInput
        value={mapping[key] ?? ""}
        onChange={(text) => onChange({ ...mapping, [key]: text })}
        suggestions={PATHS}
        placeholder="span.output"
      />
    </Field>
  );
  if (!isOpen(template)) return keysOf(template).map(field);
  return (
    <>
      {Object.keys(mapping).map((key) => {
        const { [key]: _, ...others } = mapping;
        return (
          <Removable key={key} name={key} onRemove={() => onChange(others)}>
            {field(key)}
          </Removable>
        );
      })}
      <AddInput
        template={template}
        taken={Object.keys(mapping)}
        offered={["input", "output"]}
        onAdd={(name) => onChange({ ...mapping, ...mappingFor([name]) })}
      />
    </>
  );
}
