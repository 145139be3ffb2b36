"use client";
import { TextField } from "@/app/_form/fields";
import { FormElement } from "@/app/_form/form-element";
import { FormProblem } from "@/app/_form/form-problem";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { type ColumnChoice, InputColumns, mappingOfChoice } from "@/app/(studio)/evaluate/_components/input-columns";
import { inputKeysOf, isOpen } from "@/app/(studio)/evaluate/_components/mapping";
import { ModelInput } from "@/app/(studio)/evaluate/_components/model-input";
import { ParamFields } from "@/app/(studio)/evaluate/_components/param-fields";
import { filled, type Texts } from "@/app/(studio)/evaluate/playground/_components/form";
import { modelWords } from "@/app/(studio)/evaluate/playground/_components/settings-fields";
import type { Template } from "@/app/(studio)/evaluate/templates/_components/template-form";
import { addUserEval } from "@/lib/client/evaluation/runs";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";

interface Props {
  datasetId: string;
  template: Template;
  columns: readonly ConfiguredColumn[];
  /** Names of the dataset's existing evaluations. */
  taken: readonly string[];
  onDone: () => void;
  onCancel: () => void;
}

interface EvaluationValues extends ColumnChoice {
  name: string;
  params: Texts;
  model: string;
}

/** How a template is applied to a dataset: its columns, parameters and model. */
export function EvaluationForm({ datasetId, template, columns, taken, onDone, onCancel }: Props) {
  const form = useEvaluationForm(datasetId, template, columns, taken, onDone);
  const words = modelWords(template);
  return (
    <FormElement form={form} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-soft">{template.description}</p>
      <InputColumns
        form={form}
        at="config.mapping"
        keys={inputKeysOf([template])}
        open={isOpen(template) ? [template.name] : []}
        columns={columns}
        value={form.values}
        onChange={form.set}
      />
      <ParamFields
        form={form}
        at="config.params"
        params={Object.entries(template.config.params)}
        value={form.values.params}
        onChange={(params) => form.set({ params })}
      />
      {words ? <ModelInput form={form} name="model" {...words} /> : null}
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Also the name of the column with its verdicts."
        required
        maxLength={255}
      />
      <FormProblem form={form} />
      <div className="flex gap-2">
        <Button look="primary" type="submit" busy={form.busy}>
          Add to dataset
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </FormElement>
  );
}

function useEvaluationForm(
  dataset_id: string,
  template: Template,
  columns: readonly ConfiguredColumn[],
  taken: readonly string[],
  onSaved: () => void,
) {
  const initial: EvaluationValues = {
    name: freeName(template.name, taken),
    chosen: {},
    columnIds: [],
    params: {},
    model: "",
  };
  const save = withInput(addUserEval, ({ name, params, model, ...choice }: EvaluationValues) => ({
    dataset_id,
    name: name.trim(),
    template_id: template.id,
    config: {
      mapping: mappingOfChoice(inputKeysOf([template]), isOpen(template), columns, choice),
      params: filled(Object.keys(template.config.params), params),
    },
    ...(modelWords(template) && model.trim() ? { model: model.trim() } : {}),
  }));
  return useSaveForm({ initial, save, onSaved });
}

/** "tone", then "tone 2": names are unique in a dataset. */
function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  let free = name;
  for (let next = 2; used.has(free.toLowerCase()); next += 1) free = `${name} ${next}`;
  return free;
}
