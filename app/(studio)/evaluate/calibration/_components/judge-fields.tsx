"use client";
import { PartField } from "@/app/_form/fields";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { ChoiceField } from "@/app/(studio)/_components/choice-fields";
import { useTaskChoices, withChosen } from "@/app/(studio)/_components/choices";
import { RunPicker } from "../../_components/run-picker";
import type { CalibrationForm } from "./use-calibration-form";

const kinds = [
  { value: "run", label: "A run", hint: "Over rows of a dataset" },
  { value: "task", label: "A task", hint: "Over spans of traces" },
] as const;

/** The judge: an evaluation of a run or of a task. */
export function JudgeFields({ calibration }: { calibration: CalibrationForm }) {
  const { form, judge } = calibration;
  const { kind, runId } = form.values;
  return (
    <>
      <Field label="Judged by">
        <Select value={kind} options={kinds} onChange={(next) => form.set({ kind: next, evaluationId: null })} />
      </Field>
      {kind === "run" ? (
        <RunPicker label="Run" value={runId} onChange={(id) => form.set({ runId: id, evaluationId: null })} />
      ) : (
        <TaskField calibration={calibration} />
      )}
      {judge.evaluations.length > 1 ? (
        <PartField form={form} at="evaluation_id" label="Evaluation">
          <Select
            value={judge.evaluation?.id ?? null}
            onChange={(evaluationId) => form.set({ evaluationId })}
            options={judge.evaluations.map(({ id, name, version, model }) => ({
              value: id,
              label: name,
              hint: [version, model ?? ""].filter(Boolean).join(", "),
            }))}
          />
        </PartField>
      ) : null}
    </>
  );
}

/** The task may be older than those that are offered first. */
function TaskField({ calibration: { form, judge } }: { calibration: CalibrationForm }) {
  const { task } = judge;
  const choices = useTaskChoices({}, [form.values.taskId]);
  return (
    <ChoiceField
      form={form}
      name="taskId"
      at="task_id"
      label="Task"
      choices={withChosen(choices, task && { id: task.id, name: task.name, hint: task.project_name })}
      placeholder="Type a task's name"
      onChosen={() => form.set({ evaluationId: null })}
    />
  );
}
