"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Field } from "@/app/_ui/control/field";
import { NumberField } from "@/app/_ui/control/number-field";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { CallError, fieldError } from "@/lib/client/call-error";
import { datasetEvalsQuery, runEstimateQuery, startEvalRun } from "@/lib/client/evaluation/runs";
import { links } from "@/lib/client/links";
import { AddEvaluation } from "./add-evaluation";
import { Estimate } from "./estimate";
import { AT_ONCE, AtOnceField, CeilingField, FirstRowsField } from "./run-bounds";
import { microsOf } from "./run-words";

interface Props {
  datasetId: string;
  onClose: () => void;
}

const FIELDS = /^(?:ceiling_micros|first_rows|repeats|at_once)$/;

/** Evaluations of a dataset's rows: which ones, their expected cost, and the limits of the run. */
export function EvaluateDialog({ datasetId, onClose }: Props) {
  const router = useRouter();
  const metrics = useQuery(datasetEvalsQuery(datasetId));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const [rows, setRows] = useState<number | null>(null);
  const [repeats, setRepeats] = useState<number | null>(1);
  const [ceiling, setCeiling] = useState("");
  const [atOnce, setAtOnce] = useState<number | null>(AT_ONCE);
  // Sending the same request again does not start a second run.
  const [mutationId] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useMutation(startEvalRun);
  const evals = metrics.data?.evals ?? [];
  const chosen = evals.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  const what = {
    dataset_id: datasetId,
    user_eval_ids: chosen,
    ...(rows === null ? {} : { first_rows: rows }),
    repeats: repeats ?? 1,
  };
  const estimate = useQuery({
    ...runEstimateQuery(what),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  });
  const micros = microsOf(ceiling);
  const adds = isAdding || (metrics.isSuccess && evals.length === 0);
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || chosen.length === 0 || micros === undefined) return;
    mutate(
      { ...what, ceiling_micros: micros, at_once: atOnce ?? AT_ONCE, mutation_id: mutationId },
      { onSuccess: ({ run_id }) => router.push(links.evalRun(datasetId, run_id)) },
    );
  };
  const problem =
    error instanceof CallError && Object.keys(error.fields).some((field) => FIELDS.test(field))
      ? undefined
      : error?.message;
  const footer = (
    <>
      <DialogProblem text={problem} />
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" type="submit" form="start-run" busy={isPending} disabled={chosen.length === 0}>
        Start run
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={adds ? "Add an evaluation" : "Evaluate the rows"}
      description={adds ? undefined : "Each evaluation runs on each row, in the background."}
      size="large"
      // Focus the next step, not the footer while the form is still loading.
      {...(adds || !metrics.data ? {} : { footer })}
    >
      {metrics.isPending ? (
        <Skeleton className="h-40 w-full" />
      ) : metrics.isError ? (
        <ErrorState
          title="The dataset's evaluations could not be loaded"
          error={metrics.error}
          onRetry={() => metrics.refetch()}
        />
      ) : adds ? (
        <AddEvaluation
          datasetId={datasetId}
          taken={evals.map(({ name }) => name)}
          onDone={() => setAdding(false)}
          onCancel={evals.length > 0 ? () => setAdding(false) : onClose}
        />
      ) : (
        <form id="start-run" onSubmit={start} className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-medium">Evaluations</legend>
            {evals.map(({ id, name, eval_template_name, model }) => (
              <Checkbox
                key={id}
                label={name}
                hint={[eval_template_name === name ? null : eval_template_name, model].filter(Boolean).join(" · ")}
                checked={!left.has(id)}
                onChange={() => setLeft(toggled(left, id))}
              />
            ))}
            <div className="mt-1">
              <Button size="small" onClick={() => setAdding(true)}>
                Add an evaluation
              </Button>
            </div>
          </fieldset>
          <fieldset className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-2 font-medium">Rows</legend>
            <FirstRowsField value={rows} onChange={setRows} refusal={error} />
            <Field
              label="Repeats"
              hint="Evaluates each row several times, to measure how much the judge varies."
              error={fieldError(error, "repeats")}
            >
              <NumberField value={repeats} onChange={setRepeats} min={1} max={20} unit="times" />
            </Field>
          </fieldset>
          {chosen.length > 0 ? <Estimate found={estimate} /> : null}
          <fieldset className="grid gap-4 sm:grid-cols-2">
            <legend className="mb-2 font-medium">Limits</legend>
            <CeilingField value={ceiling} onChange={setCeiling} refusal={error} />
            <AtOnceField noun="cells" value={atOnce} onChange={setAtOnce} refusal={error} />
          </fieldset>
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
