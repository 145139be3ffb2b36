"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FormField, useRefusal } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { TemplatePicker } from "@/app/(studio)/_components/template-picker";
import { ModelField } from "@/app/(studio)/evaluate/_components/model-field";
import { modelWords } from "@/app/(studio)/evaluate/playground/_components/settings-fields";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { logIgnored } from "@/lib/error-report";
import { callSources, guessedMapping, type Judged, type RunForm } from "./run-form";

/** The templates that evaluate each call, and the sources of their inputs. */
export function EvaluationFields({ form, hint }: { form: SaveForm<RunForm>; hint?: string }) {
  const { evaluations } = form.values;
  const judge = useJudge();
  const templateIds = [...new Set(evaluations.map(({ templateId }) => templateId))];
  const nameOf = (id: string) => evaluations.find(({ templateId }) => templateId === id)?.name;
  const choose = async (ids: string[]) => {
    const kept = evaluations.filter(({ templateId }) => ids.includes(templateId));
    const added = ids.filter((id) => !templateIds.includes(id));
    form.set({ evaluations: [...kept, ...(await Promise.all(added.map(judge)))] });
  };
  const isNew = ({ configId }: Judged) => configId === null;
  const change = (id: string, changes: Partial<Judged>) =>
    form.set({
      evaluations: evaluations.map((one) => (isNew(one) && one.templateId === id ? { ...one, ...changes } : one)),
    });
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-medium">Evaluation</h2>
      <FormField
        form={form}
        name="evaluations"
        at="evaluations_config"
        label="Evaluations"
        optional
        hint={<>A row's expected tool calls and states are always checked. {hint}</>}
      >
        {() => (
          <TemplatePicker
            value={templateIds}
            onChange={choose}
            chosen={templateIds.map((id) => ({ id, name: nameOf(id) ?? "A template that could not be loaded" }))}
          />
        )}
      </FormField>
      {evaluations.filter(isNew).map((judged, index) => (
        <Evaluation
          key={judged.templateId}
          form={form}
          at={`evaluations_config.${index}`}
          judged={judged}
          onChange={(changes) => change(judged.templateId, changes)}
        />
      ))}
    </section>
  );
}

/** Reads a chosen template: its name, and the likely sources of its inputs. */
function useJudge(): (templateId: string) => Promise<Judged> {
  const client = useQueryClient();
  return async (templateId) => {
    const template = await client
      .ensureQueryData(evalTemplateQuery(templateId))
      .catch(logIgnored("read a template's inputs"));
    const mapping = guessedMapping(template?.required_keys ?? []);
    return { configId: null, templateId, name: template?.name ?? null, mapping, model: "" };
  };
}

interface EvaluationProps {
  form: SaveForm<RunForm>;
  /** Its path in the request. */
  at: string;
  judged: Judged;
  onChange: (changes: Partial<Judged>) => void;
}

/** The inputs of an evaluation and, if it needs one, its judge. */
function Evaluation({ form, at, judged, onChange }: EvaluationProps) {
  const template = useQuery(evalTemplateQuery(judged.templateId)).data;
  const refusal = useRefusal(form, `${at}.model`);
  const words = template && modelWords(template);
  return (
    <fieldset className="grid gap-3 border-l border-line pl-4">
      <legend className="sr-only">Inputs and judge of {template?.name}</legend>
      <p className="text-soft">{template?.name}</p>
      {Object.entries(judged.mapping).map(([key, source]) => (
        <Field key={key} label={key}>
          <SearchSelect
            options={callSources}
            value={source}
            onChange={(next) => onChange({ mapping: { ...judged.mapping, [key]: next } })}
            placeholder="Choose a source"
            empty="No results"
          />
        </Field>
      ))}
      {words ? (
        <ModelField {...words} value={judged.model} onChange={(model) => onChange({ model })} error={refusal} />
      ) : null}
    </fieldset>
  );
}
