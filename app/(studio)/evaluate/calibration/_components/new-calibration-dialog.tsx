"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Select } from "@/app/_ui/control/select";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { labelChoicesQuery, queuesQuery } from "@/lib/client/annotation";
import { fieldError, formError } from "@/lib/client/call-error";
import { evalTaskQuery, evalTasksQuery } from "@/lib/client/evaluation/tasks";
import { createCalibration, evalRunQuery } from "@/lib/client/evaluation/trust";
import { links } from "@/lib/client/links";
import { RunPicker } from "../../_components/run-picker";
import { isChoosable, valuesOf } from "./label-values";

const kinds = [
  { value: "run", label: "A run", hint: "Over rows of a dataset" },
  { value: "task", label: "A task", hint: "Over spans of traces" },
] as const;

interface Props {
  queue: string | null;
  run: string | null;
  task: string | null;
  /** The evaluation of the run or task. */
  evaluation: string | null;
  onClose: () => void;
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

/** Selects the judge, the people's queue and label, and the values that count as a pass. */
export function NewCalibrationDialog({
  queue: givenQueue,
  run: givenRun,
  task: givenTask,
  evaluation: givenEvaluation,
  onClose,
}: Props) {
  const router = useRouter();
  const [queueId, setQueueId] = useState(givenQueue);
  const [labelId, setLabelId] = useState<string | null>(null);
  const [passes, setPasses] = useState<ReadonlySet<string>>(new Set());
  const [kind, setKind] = useState<"run" | "task">(givenTask === null ? "run" : "task");
  const [runId, setRunId] = useState(givenRun);
  const [taskId, setTaskId] = useState(givenTask);
  const [evaluationId, setEvaluationId] = useState(givenEvaluation);
  const queues = useQuery(queuesQuery());
  const isRun = kind === "run";
  const run = useQuery({ ...evalRunQuery(runId ?? ""), enabled: isRun && runId !== null });
  const task = useQuery({ ...evalTaskQuery(taskId ?? ""), enabled: !isRun && taskId !== null });
  const { mutate, isPending, error } = useMutation(createCalibration);
  const attached = queues.data?.results.find(({ id }) => id === queueId)?.labels ?? [];
  const known = useQuery(labelChoicesQuery()).data?.results ?? [];
  const labels = attached
    .flatMap(({ label_id }) => known.filter(({ id }) => id === label_id))
    .map(({ id, name, type, settings }) => ({ label_id: id, name, type, settings }))
    .filter(isChoosable);
  const label = labels.find(({ label_id }) => label_id === labelId) ?? (labels.length === 1 ? labels[0] : undefined);
  const evaluations = isRun
    ? (run.data?.evaluations ?? []).map(({ version, ...one }) => ({
        ...one,
        version: version === null ? "" : `V${version}`,
      }))
    : (task.data?.evaluations ?? []).map(({ template_version: version, ...one }) => ({ ...one, version }));
  const evaluation =
    evaluations.find(({ id }) => id === evaluationId) ?? (evaluations.length === 1 ? evaluations[0] : undefined);
  const values = label ? valuesOf(label) : [];
  const chosen = values.filter(({ key }) => passes.has(key));
  const judges = isRun ? (runId ? { run_id: runId } : null) : taskId ? { task_id: taskId } : null;
  const isReady = queueId && label && judges && evaluation && chosen.length > 0;
  const problem = formError(error, ["queue_id", "label_id", "pass_values", "evaluation_id"]);
  const create = () => {
    if (!queueId || !label || !judges || !evaluation) return;
    const pass_values = chosen.map(({ value }) => value);
    mutate(
      { queue_id: queueId, label_id: label.label_id, pass_values, ...judges, evaluation_id: evaluation.id },
      { onSuccess: ({ id }) => router.push(links.calibration(id)) },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Calibrate a judge"
      action="Calibrate"
      form={{ submit: create, busy: isPending, problem: problem ?? null }}
      disabled={!isReady}
    >
      <Field label="Judged by">
        <Select
          value={kind}
          options={kinds}
          onChange={(next) => {
            setKind(next);
            setEvaluationId(null);
          }}
        />
      </Field>
      {isRun ? (
        <RunPicker
          label="Run"
          value={runId}
          onChange={(id) => {
            setRunId(id);
            setEvaluationId(null);
          }}
        />
      ) : (
        <TaskPicker
          chosen={task.data}
          value={taskId}
          onChange={(id) => {
            setTaskId(id);
            setEvaluationId(null);
          }}
        />
      )}
      {evaluations.length > 1 ? (
        <Field label="Evaluation" error={fieldError(error, "evaluation_id")}>
          <Select
            value={evaluation?.id ?? null}
            onChange={setEvaluationId}
            options={evaluations.map(({ id, name, version, model }) => ({
              value: id,
              label: name,
              hint: [version, model ?? ""].filter(Boolean).join(", "),
            }))}
          />
        </Field>
      ) : null}
      <Field
        label="Queue"
        error={fieldError(error, "queue_id")}
        hint={
          isRun ? "A queue with annotations of the same rows." : "A queue with annotations of the same spans or traces."
        }
      >
        <SearchSelect
          options={(queues.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={queueId}
          onChange={(id) => {
            setQueueId(id);
            setLabelId(null);
            setPasses(new Set());
          }}
          placeholder="Type a queue's name"
          empty="No queue matches"
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
        <p className="text-soft">
          This queue has no label with a list of values, so no answer can be a pass or a fail.
        </p>
      ) : null}
      {label ? (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium">Values of {label.name} that count as a pass</legend>
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
    </FormDialog>
  );
}
