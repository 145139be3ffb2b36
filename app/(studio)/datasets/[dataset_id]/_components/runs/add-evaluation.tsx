"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { GivenColumns } from "@/app/(studio)/evaluate/_components/given-columns";
import { columnsFor, inputKeysOf, mappingOf, underTheirNames } from "@/app/(studio)/evaluate/_components/mapping";
import { MappingFields } from "@/app/(studio)/evaluate/_components/mapping-fields";
import { ModelField } from "@/app/(studio)/evaluate/_components/model-field";
import { ParamField } from "@/app/(studio)/evaluate/_components/param-field";
import { textOf } from "@/app/(studio)/evaluate/_components/param-text";
import { useTemplateOptions } from "@/app/(studio)/evaluate/_components/use-template-options";
import { filled, type Texts } from "@/app/(studio)/evaluate/playground/_components/form";
import { CallError, fieldError } from "@/lib/client/call-error";
import { datasetColumnsQuery } from "@/lib/client/datasets";
import { evalTemplateQuery } from "@/lib/client/evaluation";
import { evalGroupsQuery } from "@/lib/client/evaluation/groups";
import { addUserEval } from "@/lib/client/evaluation/runs";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";

interface Props {
  datasetId: string;
  /** Names of the dataset's existing evaluations. */
  taken: readonly string[];
  onDone: () => void;
  onCancel: () => void;
}

const GROUP = "group:";

/** Adds a template to a dataset; a group is applied on its own page. */
export function AddEvaluation({ datasetId, taken, onDone, onCancel }: Props) {
  const router = useRouter();
  const [templateId, setTemplateId] = useState<string | null>(null);
  const templates = useTemplateOptions();
  const groups = useQuery(evalGroupsQuery());
  const template = useQuery({ ...evalTemplateQuery(templateId ?? ""), enabled: templateId !== null });
  const columns = useQuery(datasetColumnsQuery(datasetId));
  const options = [
    ...(groups.data?.data ?? []).map(({ id, name, evals_count }) => ({
      value: `${GROUP}${id}`,
      label: `Group: ${name}`,
      hint: evals_count === 1 ? "1 template" : `${evals_count} templates`,
    })),
    ...templates.options,
  ];
  const choose = (value: string) => {
    if (value.startsWith(GROUP)) router.push(links.applyEvalGroup(value.slice(GROUP.length), datasetId));
    else setTemplateId(value);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Field label="Template or group">
        <SearchSelect
          options={options}
          value={templateId}
          onChange={choose}
          placeholder="Type a name or what it measures"
          empty={templates.empty}
        />
      </Field>
      {template.isError || columns.isError ? (
        <ErrorState
          title="The template could not be loaded"
          error={template.error ?? columns.error}
          onRetry={() => {
            void template.refetch();
            void columns.refetch();
          }}
        />
      ) : template.data && columns.data ? (
        <Settings
          key={template.data.id}
          datasetId={datasetId}
          template={template.data}
          columns={columns.data.column_config}
          name={freeName(template.data.name, taken)}
          onDone={onDone}
          onCancel={onCancel}
        />
      ) : templateId === null ? (
        <div>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </div>
  );
}

interface SettingsProps {
  datasetId: string;
  template: Output<typeof getEvalTemplate>;
  columns: readonly ConfiguredColumn[];
  name: string;
  onDone: () => void;
  onCancel: () => void;
}

const FIELDS = /^(?:name|model|config\.mapping\..*|config\.params\..*|mapping\..*|params\..*)$/;

function Settings({ datasetId, template, columns, name: free, onDone, onCancel }: SettingsProps) {
  const [name, setName] = useState(free);
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [columnIds, setColumnIds] = useState<string[]>([]);
  const [params, setParams] = useState<Texts>({});
  const [model, setModel] = useState("");
  const { mutate, isPending, error } = useMutation(addUserEval);
  const keys = inputKeysOf([template]);
  const mapped = columnsFor(keys, columns, chosen);
  const isEmbedding = template.eval_type === "code" && template.tags.includes("embedding");
  const asksModel = template.eval_type !== "code" || isEmbedding;
  const paramNames = Object.keys(template.config.params);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const mapping = keys.length > 0 ? mappingOf(mapped) : underTheirNames(columnIds, columns);
    mutate(
      {
        dataset_id: datasetId,
        name: name.trim(),
        template_id: template.id,
        config: { mapping, params: filled(paramNames, params) },
        ...(asksModel && model.trim() ? { model: model.trim() } : {}),
      },
      { onSuccess: onDone },
    );
  };
  const isShown = error instanceof CallError && Object.keys(error.fields).some((field) => FIELDS.test(field));
  const errorAt = (path: string) => fieldError(error, path) ?? fieldError(error, `config.${path}`);
  return (
    <form onSubmit={add} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-soft">{template.description}</p>
      {keys.length > 0 ? (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-2 font-medium">Input columns</legend>
          <MappingFields
            keys={keys}
            columns={columns}
            value={mapped}
            onChange={setChosen}
            errorOf={(key) => errorAt(`mapping.${key}`)}
          />
        </fieldset>
      ) : (
        <GivenColumns names={[template.name]} columns={columns} value={columnIds} onChange={setColumnIds} />
      )}
      {paramNames.length > 0 ? (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-2 font-medium">Parameters</legend>
          {Object.entries(template.config.params).map(([param, schema]) => (
            <ParamField
              key={param}
              name={param}
              param={schema}
              text={params[param] ?? textOf(schema.default)}
              error={errorAt(`params.${param}`)}
              onChange={(text) => setParams({ ...params, [param]: text })}
            />
          ))}
        </fieldset>
      ) : null}
      {asksModel ? (
        <ModelField
          label={isEmbedding ? "Model" : "Judge"}
          sandbox={isEmbedding ? "sandbox/embedding" : "sandbox/judge"}
          value={model}
          onChange={setModel}
          placeholder={template.model ? `${template.model}, the template's model` : "The template's model"}
          hint="Any model of the gateway, instead of the template's."
          error={fieldError(error, "model")}
        />
      ) : null}
      <Field label="Name" hint="Also the name of the column with its verdicts." error={fieldError(error, "name")}>
        <Input required maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {error && !isShown ? (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      ) : null}
      <div className="flex gap-2">
        <Button look="primary" type="submit" busy={isPending}>
          Add to dataset
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

/** "tone", then "tone 2": names are unique in a dataset. */
function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  let free = name;
  for (let next = 2; used.has(free.toLowerCase()); next += 1) free = `${name} ${next}`;
  return free;
}
