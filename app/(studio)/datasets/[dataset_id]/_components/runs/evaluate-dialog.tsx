"use client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { NumberInput } from "@/app/_form/fields";
import { FormElement } from "@/app/_form/form-element";
import type { SaveForm, Submission } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { datasetEvalsQuery } from "@/lib/client/evaluation/runs";
import type { Output } from "@/lib/contracts/contract";
import type { listDatasetEvals } from "@/lib/contracts/evaluation/evals-list";
import { toggled } from "@/lib/toggled";
import { AddEvaluation } from "./add-evaluation";
import { Estimate, type Estimated } from "./estimate";
import { AtOnceField, CeilingField, FirstRowsField } from "./run-bounds";
import { type RunForm, useRunForm } from "./use-run-form";
import { VersionField } from "./version-field";

interface Props {
  datasetId: string;
  onClose: () => void;
}

/** Evaluations of a dataset's rows: which ones, their expected cost, and the limits of the run. */
export function EvaluateDialog({ datasetId, onClose }: Props) {
  const metrics = useQuery(datasetEvalsQuery(datasetId));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const evals = metrics.data?.evals ?? [];
  const chosen = evals.flatMap(({ id }) => (left.has(id) ? [] : id));
  const { form, estimate, mayStart } = useRunForm(datasetId, { user_eval_ids: chosen });
  const adds = isAdding || (metrics.isSuccess && evals.length === 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={adds ? "Add an evaluation" : "Evaluate the rows"}
      description={adds ? undefined : "Each evaluation runs on each row, in the background."}
      size="large"
      // Focus the next step, not the footer while the form is still loading.
      {...(adds || !metrics.data ? {} : { footer: <Footer form={form} mayStart={mayStart} onClose={onClose} /> })}
    >
      <Loaded
        found={metrics}
        problem="The dataset's evaluations could not be loaded"
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {() =>
          adds ? (
            <AddEvaluation
              datasetId={datasetId}
              taken={evals.map(({ name }) => name)}
              onDone={() => setAdding(false)}
              onCancel={evals.length > 0 ? () => setAdding(false) : onClose}
            />
          ) : (
            <FormElement
              id="start-run"
              form={form}
              disabled={!mayStart}
              className="grid grid-cols-[minmax(0,1fr)] gap-6"
            >
              <Evaluations evals={evals} left={left} onChange={setLeft} onAdd={() => setAdding(true)} />
              <Bounds datasetId={datasetId} form={form} estimate={chosen.length > 0 ? estimate : null} />
            </FormElement>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface FooterProps {
  form: Submission;
  mayStart: boolean;
  onClose: () => void;
}

const Footer = ({ form, mayStart, onClose }: FooterProps) => (
  <>
    <DialogProblem text={form.problem} />
    <Button onClick={onClose}>Cancel</Button>
    <Button look="primary" type="submit" form="start-run" busy={form.busy} disabled={!mayStart}>
      Start run
    </Button>
  </>
);

interface EvaluationsProps {
  evals: Output<typeof listDatasetEvals>["evals"];
  /** The evaluations that are left out. */
  left: ReadonlySet<string>;
  onChange: (left: Set<string>) => void;
  onAdd: () => void;
}

const Evaluations = ({ evals, left, onChange, onAdd }: EvaluationsProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1 font-medium">Evaluations</legend>
    {evals.map(({ id, name, eval_template_name, model }) => (
      <Checkbox
        key={id}
        label={name}
        hint={[eval_template_name === name ? null : eval_template_name, model].filter(Boolean).join(" · ")}
        checked={!left.has(id)}
        onChange={() => onChange(toggled(left, id))}
      />
    ))}
    <div className="mt-1">
      <Button size="small" onClick={onAdd}>
        Add an evaluation
      </Button>
    </div>
  </fieldset>
);

interface BoundsProps {
  datasetId: string;
  form: SaveForm<RunForm>;
  /** Null if no evaluation is chosen. */
  estimate: UseQueryResult<Estimated> | null;
}

/** How often which rows are evaluated, and at what cost. */
const Bounds = ({ datasetId, form, estimate }: BoundsProps) => (
  <>
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium">Rows</legend>
      <VersionField datasetId={datasetId} form={form} />
      <FirstRowsField form={form} />
      <NumberInput
        form={form}
        name="repeats"
        label="Repeats"
        hint="Evaluates each row several times, to measure how much the judge varies."
        min={1}
        max={20}
        unit="times"
      />
    </fieldset>
    {estimate ? <Estimate found={estimate} /> : null}
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium">Limits</legend>
      <CeilingField form={form} />
      <AtOnceField form={form} noun="cells" />
    </fieldset>
  </>
);
