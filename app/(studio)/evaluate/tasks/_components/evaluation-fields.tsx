"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { fieldError } from "@/lib/client/call-error";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { AddInput, Removable } from "../../_components/add-input";
import { isOpen } from "../../_components/mapping";
import { keysOf } from "../../playground/_components/form";
import { SettingsFields } from "../../playground/_components/settings-fields";
import { TemplateField } from "../../playground/_components/template-field";
import { type EvaluationDraft, mappingFor, PATHS } from "./draft";

type TemplateQuery = UseQueryResult<Output<typeof getEvalTemplate>>;

interface Props {
  draft: EvaluationDraft;
  /** The index in the request, which the server's errors use. */
  index: number;
  found: TemplateQuery;
  error: Error | null;
  onChange: (draft: EvaluationDraft) => void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

/** One evaluation of a task: template, span paths of the inputs, and settings. */
export function EvaluationFields({ draft, index, found, error, onChange, onRemove }: Props) {
  const template = draft.templateId ? found.data : undefined;
  const takesAny = template !== undefined && isOpen(template);
  const map = (mapping: EvaluationDraft["mapping"]) => onChange({ ...draft, mapping });
  const at = `evaluations.${index}`;
  const side = {
    found,
    template,
    templateId: draft.templateId,
    model: draft.model,
    setModel: (model: string) => onChange({ ...draft, model }),
    params: draft.params,
    setParam: (name: string, text: string) => onChange({ ...draft, params: { ...draft.params, [name]: text } }),
    error: null,
  };
  const problem = fieldError(error, `${at}.mapping`) ?? fieldError(error, `${at}.template_id`);
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-lg border border-line p-4">
      <legend className="sr-only">Evaluation {index + 1}</legend>
      <TemplateField
        side={side}
        label="Template"
        onChoose={(templateId) => onChange({ ...draft, templateId, mapping: {}, params: {}, model: "" })}
      />
      {template
        ? (takesAny ? Object.keys(draft.mapping) : keysOf(template)).map((key) => {
            const field = (
              <Field
                key={key}
                label={`Path of ${key}`}
                optional={template.optional_keys.includes(key)}
                hint="A path in the span or its trace, or an attribute's name."
              >
                <SuggestInput
                  value={draft.mapping[key] ?? ""}
                  onChange={(text) => map({ ...draft.mapping, [key]: text })}
                  suggestions={PATHS}
                  placeholder="span.output"
                />
              </Field>
            );
            const { [key]: _, ...others } = draft.mapping;
            return takesAny ? (
              <Removable key={key} name={key} onRemove={() => map(others)}>
                {field}
              </Removable>
            ) : (
              field
            );
          })
        : null}
      {template && takesAny ? (
        <AddInput
          template={template}
          taken={Object.keys(draft.mapping)}
          offered={["input", "output"]}
          onAdd={(name) => map({ ...draft.mapping, ...mappingFor([name]) })}
        />
      ) : null}
      <SettingsFields side={side} />
      {problem ? (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      ) : null}
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
