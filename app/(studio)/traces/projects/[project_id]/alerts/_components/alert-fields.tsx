"use client";
import { useQuery } from "@tanstack/react-query";
import { NumberInput, RadioField, SelectField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { evalTasksQuery } from "@/lib/client/evaluation/tasks";
import { alertMeasures } from "@/lib/contracts/alerts/names";
import { MAX_SETTLE_MINUTES } from "@/lib/contracts/limits";
import { type AlertForm, comparisonOf, readsVerdicts } from "./alert-form";
import { comparisonWords, measureWords } from "./words";

const measures = alertMeasures.map((value) => ({ value, label: measureWords[value] }));
const comparisons = [
  { value: "fixed", label: comparisonWords.fixed, hint: "An alarm if the share is above it" },
  {
    value: "week_before",
    label: comparisonWords.week_before,
    hint: "The same time of day in the seven days before",
  },
] as const;

/** `isNew`: what is measured is chosen once. */
export function AlertFields<A>({
  form,
  projectId,
  isNew,
}: {
  form: SaveForm<AlertForm, A>;
  projectId: string;
  isNew: boolean;
}) {
  const { measure } = form.values;
  return (
    <>
      <TextField form={form} name="name" label="Name" required maxLength={100} placeholder="Errors" />
      {isNew ? <SelectField form={form} name="measure" label="Watches" options={measures} /> : null}
      {isNew && readsVerdicts(measure) ? <EvaluationField form={form} projectId={projectId} /> : null}
      {measure === "latency" ? (
        <NumberInput form={form} name="latency_ms" label="Slow above" unit="ms" min={1} step={100} />
      ) : null}
      {measure === "cost" ? (
        <NumberInput form={form} name="cost_usd" label="Costly above" unit="US$ a trace" min={0} step={0.01} />
      ) : null}
      {measure === "daily_cost" ? (
        <NumberInput
          form={form}
          name="day_usd"
          label="Maximum cost per day"
          hint="All traces that begin on a day, in UTC. The first trace that exceeds it raises an alarm."
          unit="US$"
          min={0}
          step={1}
        />
      ) : (
        <ShareFields form={form} />
      )}
    </>
  );
}

function ShareFields<A>({ form }: { form: SaveForm<AlertForm, A> }) {
  return (
    <>
      {form.values.measure === "drift" ? null : (
        <RadioField form={form} name="comparison" label="Compared with" options={comparisons} />
      )}
      {comparisonOf(form.values) === "fixed" ? (
        <NumberInput form={form} name="limit" label="Limit" unit="%" min={0} max={100} step={1} />
      ) : (
        <NumberInput
          form={form}
          name="margin"
          label="Margin"
          hint="Smaller changes from the week before do not raise an alarm."
          unit="%"
          min={0}
          max={1000}
          step={5}
        />
      )}
      <TimeFields form={form} />
    </>
  );
}

const TimeFields = <A,>({ form }: { form: SaveForm<AlertForm, A> }) => (
  <>
    <NumberInput
      form={form}
      name="settle_minutes"
      label="Checks a trace after"
      hint="Traces that end or arrive later are not counted."
      unit="minutes"
      min={1}
      max={MAX_SETTLE_MINUTES}
    />
    <NumberInput
      form={form}
      name="false_alarm_days"
      label="At most one false alarm in"
      hint="Alerts of a project share it. Fewer days find changes a little sooner."
      unit="days"
      min={30}
      max={100_000}
      step={100}
    />
  </>
);

function EvaluationField<A>({ form, projectId }: { form: SaveForm<AlertForm, A>; projectId: string }) {
  const { data } = useQuery(evalTasksQuery({ project_id: projectId }));
  const options = (data?.results ?? []).flatMap((task) =>
    task.evaluations.map(({ id, name }) => ({ value: id, label: name, hint: task.name })),
  );
  return (
    <SelectField
      form={form}
      name="evaluation_id"
      label="Evaluation"
      hint={
        data && options.length === 0
          ? "No task evaluates this project's spans yet. Create one under Evaluate."
          : undefined
      }
      options={options}
    />
  );
}
