"use client";
import { useQuery } from "@tanstack/react-query";
import { PartField } from "@/app/_form/fields";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Select } from "@/app/_ui/control/select";
import { evalTasksQuery } from "@/lib/client/evaluation/tasks";
import { RunPicker } from "../../_components/run-picker";
import type { CalibrationForm } from "./use-calibration-form";

const kinds = [
  { value: "run", label: "A run", hint: "Over rows of a dataset" },
  { value: "task", label: "A task", hint: "Over spans of traces" },
] as const;

/** The judge: an evaluation of a run or of a task. */
export function JudgeFields({ calibration: { form, judge } }: { calibration: CalibrationForm }) {
  const { kind, runId, taskId } = form.values;
  return (
    <>
      <Field label="Judged by">
        <Select value={kind} options={kinds} onChange={(next) => form.set({ kind: next, evaluationId: null })} />
      </Field>
      {kind === "run" ? (
        <RunPicker label="Run" value={runId} onChange={(id) => form.set({ runId: id, evaluationId: null })} />
      ) : (
        <TaskPicker
          chosen={judge.task}
          value={taskId}
          onChange={(id) => form.set({ taskId: id, evaluationId: null })}
        />
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

interface TaskPickerProps {
  /** It may be older than the listed ones. */
  chosen: { id: string; name: string; project_name: string } | undefined;
  value: string | null;
  onChange: (id: string) => void;
}

/** Picks one of the newest tasks by name. */
function TaskPicker({ chosen, value, onChange }: TaskPickerProps) {
  const tasks = useQuery(evalTasksQuery({}));
  const listed = tasks.data?.results ?? [];
  const offered = chosen && !listed.some(({ id }) => id === chosen.id) ? [chosen, ...listed] : listed;
  return (
    <Field label="Task">
      <SearchSelect
        options={offered.map(({ id, name, project_name }) => ({ value: id, label: name, hint: project_name }))}
        value={value}
        onChange={onChange}
        placeholder={tasks.isPending ? "Loading tasks" : "Type a task's name"}
        empty={tasks.isError ? "The tasks could not be loaded." : "No task matches"}
      />
    </Field>
  );
}
