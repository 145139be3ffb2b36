"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Checkbox } from "@/app/_ui/checkbox";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/field";
import { SearchSelect } from "@/app/_ui/search-select";
import { Select } from "@/app/_ui/select";
import { labelChoicesQuery, queuesQuery } from "@/lib/client/annotation";
import { fieldError, formError } from "@/lib/client/call-error";
import { createCalibration, evalRunQuery } from "@/lib/client/eval-trust";
import { links } from "@/lib/client/links";
import { RunPicker } from "../../_components/run-picker";
import { isChoosable, valuesOf } from "./label-values";

interface Props {
  queue: string | null;
  run: string | null;
  onClose: () => void;
}

/** Which judge is measured, against whom, and what of what people said is a pass. */
export function NewCalibrationDialog({ queue: givenQueue, run: givenRun, onClose }: Props) {
  const router = useRouter();
  const [queueId, setQueueId] = useState(givenQueue);
  const [labelId, setLabelId] = useState<string | null>(null);
  const [passes, setPasses] = useState<ReadonlySet<string>>(new Set());
  const [runId, setRunId] = useState(givenRun);
  const [evaluationId, setEvaluationId] = useState<string | null>(null);
  const queues = useQuery(queuesQuery());
  const run = useQuery({ ...evalRunQuery(runId ?? ""), enabled: runId !== null });
  const { mutate, isPending, error } = useMutation(createCalibration);
  const attached = queues.data?.results.find(({ id }) => id === queueId)?.labels ?? [];
  const known = useQuery(labelChoicesQuery()).data?.results ?? [];
  const labels = attached
    .flatMap(({ label_id }) => known.filter(({ id }) => id === label_id))
    .map(({ id, name, type, settings }) => ({ label_id: id, name, type, settings }))
    .filter(isChoosable);
  const label = labels.find(({ label_id }) => label_id === labelId) ?? (labels.length === 1 ? labels[0] : undefined);
  const evaluations = run.data?.evaluations ?? [];
  const evaluation =
    evaluations.find(({ id }) => id === evaluationId) ?? (evaluations.length === 1 ? evaluations[0] : undefined);
  const values = label ? valuesOf(label) : [];
  const chosen = values.filter(({ key }) => passes.has(key));
  const isReady = queueId && label && runId && evaluation && chosen.length > 0;
  const problem = formError(error, ["queue_id", "label_id", "pass_values", "run_id", "evaluation_id"]);
  const create = () => {
    if (!queueId || !label || !runId || !evaluation) return;
    const pass_values = chosen.map(({ value }) => value);
    mutate(
      { queue_id: queueId, label_id: label.label_id, pass_values, run_id: runId, evaluation_id: evaluation.id },
      { onSuccess: ({ id }) => router.push(links.calibration(id)) },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Calibrate a judge"
      footer={
        <>
          {problem ? (
            <p role="alert" className="mr-auto text-xs text-bad">
              {problem}
            </p>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="new-calibration" busy={isPending} disabled={!isReady}>
            Calibrate
          </Button>
        </>
      }
    >
      <form
        id="new-calibration"
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) create();
        }}
      >
        <RunPicker
          label="Run"
          value={runId}
          onChange={(id) => {
            setRunId(id);
            setEvaluationId(null);
          }}
        />
        {evaluations.length > 1 ? (
          <Field label="Evaluation" error={fieldError(error, "evaluation_id")}>
            <Select
              value={evaluation?.id ?? null}
              onChange={setEvaluationId}
              options={evaluations.map(({ id, name, version, model }) => ({
                value: id,
                label: name,
                hint: [version === null ? "" : `V${version}`, model ?? ""].filter(Boolean).join(", "),
              }))}
            />
          </Field>
        ) : null}
        <Field label="Queue" error={fieldError(error, "queue_id")} hint="Whose annotators have judged the same rows.">
          <SearchSelect
            options={(queues.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={queueId}
            onChange={(id) => {
              setQueueId(id);
              setLabelId(null);
              setPasses(new Set());
            }}
            placeholder="Type a queue's name"
            empty="No queue matches."
          />
        </Field>
        {labels.length > 1 ? (
          <Field label="Label" error={fieldError(error, "label_id")}>
            <Select
              value={label?.label_id ?? null}
              onChange={(id) => {
                setLabelId(id);
                setPasses(new Set());
              }}
              options={labels.map(({ label_id, name }) => ({ value: label_id, label: name }))}
            />
          </Field>
        ) : null}
        {queueId && queues.data && labels.length === 0 ? (
          <p className="text-soft">This queue asks nothing with a list of values, so no answer is a pass or a fail.</p>
        ) : null}
        {label ? (
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-medium">What counts as a pass under {label.name}</legend>
            {values.map(({ key, text }) => (
              <Checkbox
                key={key}
                label={text}
                checked={passes.has(key)}
                onChange={(on) => setPasses(new Set(on ? [...passes, key] : [...passes].filter((one) => one !== key)))}
              />
            ))}
          </fieldset>
        ) : null}
      </form>
    </Dialog>
  );
}
