"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Switch } from "@/app/_ui/control/switch";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { CallError, fieldError } from "@/lib/client/call-error";
import { datasetChoicesQuery, datasetColumnsQuery } from "@/lib/client/datasets";
import { applyEvalGroup } from "@/lib/client/evaluation/groups";
import { links } from "@/lib/client/links";
import { GivenColumns } from "../../_components/given-columns";
import { columnsFor, inputKeysOf, inputsText, isOpen, mappingOf, underTheirNames } from "../../_components/mapping";
import { MappingFields } from "../../_components/mapping-fields";
import { ModelField } from "../../_components/model-field";
import { ParamField } from "../../_components/param-field";
import { textOf } from "../../_components/param-text";
import { filled, type Texts } from "../../playground/_components/form";
import type { GroupDetail } from "./group";

interface Props {
  detail: GroupDetail;
  /** The initially selected dataset. */
  initialDataset: string | undefined;
  onClose: () => void;
}

const evaluationsOf = (count: number): string => (count === 1 ? "1 evaluation" : `${count} evaluations`);

/** Adds a group's templates to a dataset, each with its input columns. */
export function ApplyDialog({ detail, initialDataset, onClose }: Props) {
  const { eval_group: group, members, function_params_requirements: parameters } = detail;
  const [datasetId, setDatasetId] = useState<string | null>(initialDataset ?? null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [columnIds, setColumnIds] = useState<string[]>([]);
  const [params, setParams] = useState<Texts>({});
  const [model, setModel] = useState("");
  const [localizes, setLocalizes] = useState(false);
  const datasets = useQuery(datasetChoicesQuery());
  const table = useQuery({ ...datasetColumnsQuery(datasetId ?? ""), enabled: datasetId !== null });
  const { mutate, isPending, isSuccess, error } = useMutation(applyEvalGroup);
  const taken = members.filter(({ eval_template_id: id }) => !left.has(id));
  const keys = inputKeysOf(taken);
  const columns = columnsFor(keys, table.data?.column_config ?? [], chosen);
  const open = taken.filter(isOpen);
  const takenIds = new Set(taken.map(({ eval_template_id: id }) => id));
  const taking = Object.entries(parameters).filter(([, { supported_by }]) =>
    supported_by.some(({ eval_template_id: id }) => takenIds.has(id)),
  );
  const isJudged = taken.some(({ models }) => models.length > 0);
  const name = datasets.data?.datasets.find(({ dataset_id }) => dataset_id === datasetId)?.name ?? "the dataset";
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || datasetId === null) return;
    mutate({
      eval_group_id: group.id,
      page_id: "DATASET",
      filters: {
        dataset_id: datasetId,
        error_localizer: localizes,
        ...(isJudged && model.trim() ? { model: model.trim() } : {}),
      },
      mapping: {
        ...(open.length > 0 ? underTheirNames(columnIds, table.data?.column_config ?? []) : {}),
        ...mappingOf(columns),
      },
      deselected_evals: [...left],
      params: filled(
        taking.map(([param]) => param),
        params,
      ),
    });
  };
  const problem = generalProblem(error);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Apply ${group.name}`}
      description={
        isSuccess ? undefined : "Each template becomes an evaluation of the dataset, with its input columns."
      }
      size="large"
      footer={
        isSuccess ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <LinkButton look="primary" href={links.evaluateDataset(datasetId ?? "")}>
              Evaluate the rows
            </LinkButton>
          </>
        ) : (
          <>
            <DialogProblem text={problem} />
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look="primary"
              type="submit"
              form="apply-group"
              busy={isPending}
              disabled={datasetId === null || taken.length === 0}
            >
              Apply {evaluationsOf(taken.length)}
            </Button>
          </>
        )
      }
    >
      {isSuccess ? (
        <div role="status" className="grid gap-2">
          <Status tone="good" shape="check">
            {evaluationsOf(taken.length)} {taken.length === 1 ? "was" : "were"} added to {name}.
          </Status>
          <p className="text-soft">Nothing has run or was charged yet. Start the evaluations from the dataset.</p>
        </div>
      ) : (
        <form id="apply-group" onSubmit={apply} className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Field label="Dataset" error={fieldError(error, "filters")}>
            <SearchSelect
              options={(datasets.data?.datasets ?? []).map(({ dataset_id, name }) => ({
                value: dataset_id,
                label: name,
              }))}
              value={datasetId}
              onChange={setDatasetId}
              placeholder="Type a name"
              empty={
                datasets.isPending ? "Loading…" : datasets.isError ? "The datasets could not be loaded." : "No results"
              }
            />
          </Field>
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-medium">Templates</legend>
            {members.map((member) => (
              <Checkbox
                key={member.eval_template_id}
                label={member.name}
                hint={inputsText([member]) ? `Takes ${inputsText([member])}` : "Takes any input"}
                checked={takenIds.has(member.eval_template_id)}
                onChange={() => setLeft(toggled(left, member.eval_template_id))}
              />
            ))}
          </fieldset>
          {datasetId === null ? null : table.isPending ? (
            <Skeleton className="h-16 w-full" />
          ) : table.isError ? (
            <ErrorState title="The columns could not be loaded" error={table.error} onRetry={() => table.refetch()} />
          ) : (
            <>
              {keys.length > 0 ? (
                <fieldset className="grid gap-4 sm:grid-cols-2">
                  <legend className="mb-2 font-medium">Input columns</legend>
                  <MappingFields
                    keys={keys}
                    columns={table.data.column_config}
                    value={columns}
                    onChange={setChosen}
                    errorOf={(key) => fieldError(error, `mapping.${key}`)}
                  />
                </fieldset>
              ) : null}
              {open.length > 0 ? (
                <GivenColumns
                  names={open.map(({ name }) => name)}
                  columns={table.data.column_config}
                  value={columnIds}
                  onChange={setColumnIds}
                />
              ) : null}
            </>
          )}
          {taking.length > 0 ? (
            <fieldset className="grid gap-4 sm:grid-cols-2">
              <legend className="mb-2 font-medium">Parameters</legend>
              {taking.map(([param, { schema }]) => (
                <ParamField
                  key={param}
                  name={param}
                  param={schema}
                  text={params[param] ?? textOf(schema.default)}
                  error={fieldError(error, `params.${param}`)}
                  onChange={(text) => setParams({ ...params, [param]: text })}
                />
              ))}
            </fieldset>
          ) : null}
          {isJudged ? (
            <>
              <ModelField
                value={model}
                onChange={setModel}
                placeholder="Each template's model"
                hint="Any model of the gateway, for all judged templates."
                error={fieldError(error, "filters.model")}
              />
              <Switch
                label="Find the sentences that caused a failure"
                hint="Calls the judge once more for each row that fails."
                checked={localizes}
                onChange={setLocalizes}
              />
            </>
          ) : null}
        </form>
      )}
    </Dialog>
  );
}

function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The error that no field shows. */
function generalProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const fields = error instanceof CallError ? Object.keys(error.fields) : [];
  const isShown = fields.some((field) => /^(?:filters(?:\.model)?|mapping\..*|params\..*)$/.test(field));
  return isShown ? undefined : error.message;
}
