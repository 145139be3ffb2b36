"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { useQueueChoices, withChosen } from "@/app/(studio)/_components/choices";
import { labelsOfQueueQuery } from "@/lib/client/annotation";
import { evalTaskQuery } from "@/lib/client/evaluation/tasks";
import { createCalibration, evalRunQuery } from "@/lib/client/evaluation/trust";
import { links } from "@/lib/client/links";
import { queueQuery } from "@/lib/client/queues/work-queries";
import type { ClientInput } from "@/lib/contracts/contract";
import type { createCalibration as contract } from "@/lib/contracts/evaluation/calibrations";
import { isChoosable, valuesOf } from "./label-values";

export interface CalibrationValues {
  /** The judge is an evaluation of a run or of a task. */
  kind: "run" | "task";
  runId: string | null;
  taskId: string | null;
  evaluationId: string | null;
  queueId: string | null;
  labelId: string | null;
  /** The keys of the label's values that count as a pass. */
  passes: string[];
}

export type CalibrationForm = ReturnType<typeof useCalibrationForm>;

/** The form of a calibration, with the judges and the people's labels that it offers. */
export function useCalibrationForm(initial: CalibrationValues) {
  const router = useRouter();
  const form = useSaveForm({
    initial,
    save: withInput(
      createCalibration,
      (values: CalibrationValues): ClientInput<typeof contract> => ({
        queue_id: values.queueId ?? "",
        label_id: people.label?.label_id ?? "",
        pass_values: passing.map(({ value }) => value),
        ...(values.kind === "run" ? { run_id: values.runId ?? "" } : { task_id: values.taskId ?? "" }),
        evaluation_id: judge.evaluation?.id ?? "",
      }),
    ),
    onSaved: ({ id }) => router.push(links.calibration(id)),
  });
  const judge = useJudge(form.values);
  const people = usePeople(form.values);
  const passing = people.values.filter(({ key }) => form.values.passes.includes(key));
  const isReady = people.label !== undefined && judge.evaluation !== undefined && passing.length > 0;
  return { form, judge, people, isReady };
}

const onlyOf = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

/** The evaluations of the chosen run or task. A single one is chosen. */
function useJudge({ kind, runId, taskId, evaluationId }: CalibrationValues) {
  const run = useQuery({ ...evalRunQuery(runId ?? ""), enabled: kind === "run" && runId !== null });
  const task = useQuery({ ...evalTaskQuery(taskId ?? ""), enabled: kind === "task" && taskId !== null });
  const ofRun = (run.data?.evaluations ?? []).map(({ version, ...one }) => ({
    ...one,
    version: version === null ? "" : `V${version}`,
  }));
  const ofTask = (task.data?.evaluations ?? []).map(({ template_version, ...one }) => ({
    ...one,
    version: template_version,
  }));
  const evaluations = (kind === "run" ? ofRun : ofTask).map(({ id, name, version, model }) => ({
    id,
    name,
    version,
    model,
  }));
  const evaluation = evaluations.find(({ id }) => id === evaluationId) ?? onlyOf(evaluations);
  return { task: task.data, evaluations, evaluation };
}

/** The labels of the chosen queue that have a list of values. A single one is chosen. */
function usePeople({ queueId, labelId }: CalibrationValues) {
  const choices = useQueueChoices({}, { chosen: [queueId] });
  const queue = useQuery({ ...queueQuery(queueId ?? ""), enabled: queueId !== null }).data;
  const known = useQuery({ ...labelsOfQueueQuery(queueId ?? ""), enabled: queueId !== null }).data?.results;
  const labels = (queue?.labels ?? [])
    .flatMap(({ label_id }) => (known ?? []).filter(({ id }) => id === label_id))
    .map(({ id, name, type, settings }) => ({ label_id: id, name, type, settings }))
    .filter(isChoosable);
  const label = labels.find(({ label_id }) => label_id === labelId) ?? onlyOf(labels);
  return {
    queues: withChosen(choices, queue),
    hasNoLabel: queue !== undefined && known !== undefined && labels.length === 0,
    labels,
    label,
    values: label ? valuesOf(label) : [],
  };
}
