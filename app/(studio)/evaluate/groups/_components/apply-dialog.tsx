"use client";
import { useQuery } from "@tanstack/react-query";
import { FormField, SwitchField } from "@/app/_form/fields";
import { FormElement } from "@/app/_form/form-element";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Status } from "@/app/_ui/feedback/status";
import { quantity } from "@/app/_ui/figure/numbers";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { datasetOptions } from "@/app/(studio)/datasets/_components/dataset-options";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { inputsText } from "../../_components/mapping";
import { ModelInput } from "../../_components/model-input";
import { ParamFields } from "../../_components/param-fields";
import { ApplyColumns } from "./apply-columns";
import type { GroupDetail } from "./group";
import { type ApplyForm, useApplyForm } from "./use-apply-form";

interface Props {
  detail: GroupDetail;
  /** The initially selected dataset. */
  initialDataset: string | undefined;
  onClose: () => void;
}

/** Adds a group's templates to a dataset, each with its input columns. */
export function ApplyDialog({ detail, initialDataset, onClose }: Props) {
  const apply = useApplyForm(detail, initialDataset ?? null);
  const { form, taken, isApplied } = apply;
  const isReady = form.values.datasetId !== null && taken.length > 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Apply ${detail.eval_group.name}`}
      description={
        isApplied ? undefined : "Each template becomes an evaluation of the dataset, with its input columns."
      }
      size="large"
      footer={
        isApplied ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <LinkButton look="primary" href={links.evaluateDataset(form.values.datasetId ?? "")}>
              Evaluate the rows
            </LinkButton>
          </>
        ) : (
          <>
            <DialogProblem text={form.problem} />
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit" form="apply-group" busy={form.busy} disabled={!isReady}>
              Apply {quantity(taken.length, "evaluation")}
            </Button>
          </>
        )
      }
    >
      {isApplied ? (
        <Applied apply={apply} />
      ) : (
        <FormElement id="apply-group" form={form} disabled={!isReady} className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ApplyFields detail={detail} apply={apply} />
        </FormElement>
      )}
    </Dialog>
  );
}

function Applied({ apply: { form, taken } }: { apply: ApplyForm }) {
  const datasets = useQuery(datasetChoicesQuery());
  const dataset = datasets.data?.datasets.find(({ dataset_id }) => dataset_id === form.values.datasetId);
  return (
    <div role="status" className="grid gap-2">
      <Status tone="good" shape="check">
        {quantity(taken.length, "evaluation")} {taken.length === 1 ? "was" : "were"} added to{" "}
        {dataset?.name ?? "the dataset"}.
      </Status>
      <p className="text-soft">Nothing has run or was charged yet. Start the evaluations from the dataset.</p>
    </div>
  );
}

function ApplyFields({ detail, apply }: { detail: GroupDetail; apply: ApplyForm }) {
  const { form, params, isJudged } = apply;
  return (
    <>
      <DatasetField form={form} />
      <Templates detail={detail} form={form} />
      <ApplyColumns apply={apply} />
      <ParamFields
        form={form}
        at="params"
        params={params}
        value={form.values.params}
        onChange={(changed) => form.set({ params: changed })}
      />
      {isJudged ? (
        <>
          <ModelInput
            form={form}
            name="model"
            at="filters.model"
            placeholder="Each template's model"
            hint="Any model of the gateway, for all judged templates."
          />
          <SwitchField
            form={form}
            name="localizes"
            at="filters.error_localizer"
            label="Find the sentences that caused a failure"
            hint="Calls the judge once more for each row that fails."
          />
        </>
      ) : null}
    </>
  );
}

function DatasetField({ form }: Pick<ApplyForm, "form">) {
  const datasets = useQuery(datasetChoicesQuery());
  const options = datasetOptions(datasets.data?.datasets);
  return (
    <FormField form={form} name="datasetId" at="filters" label="Dataset">
      {({ value, onChange }) => (
        <SearchSelect
          options={options}
          value={value}
          onChange={onChange}
          placeholder="Type a name"
          empty={
            datasets.isPending ? "Loading…" : datasets.isError ? "The datasets could not be loaded." : "No results"
          }
        />
      )}
    </FormField>
  );
}

function Templates({ detail, form }: { detail: GroupDetail } & Pick<ApplyForm, "form">) {
  const { left } = form.values;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Templates</legend>
      {detail.members.map((member) => {
        const { eval_template_id: id, name } = member;
        return (
          <Checkbox
            key={id}
            label={name}
            hint={inputsText([member]) ? `Takes ${inputsText([member])}` : "Takes any input"}
            checked={!left.includes(id)}
            onChange={(takes) => form.set({ left: takes ? left.filter((one) => one !== id) : [...left, id] })}
          />
        );
      })}
    </fieldset>
  );
}
