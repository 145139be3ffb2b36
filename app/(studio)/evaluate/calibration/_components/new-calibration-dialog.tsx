"use client";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { JudgeFields } from "./judge-fields";
import { PeopleFields } from "./people-fields";
import { useCalibrationForm } from "./use-calibration-form";

interface Props {
  queue: string | null;
  run: string | null;
  task: string | null;
  /** The evaluation of the run or task. */
  evaluation: string | null;
  onClose: () => void;
}

/** Selects the judge, the people's queue and label, and the values that count as a pass. */
export function NewCalibrationDialog({ queue, run, task, evaluation, onClose }: Props) {
  const calibration = useCalibrationForm({
    kind: task === null ? "run" : "task",
    runId: run,
    taskId: task,
    evaluationId: evaluation,
    queueId: queue,
    labelId: null,
    passes: [],
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Calibrate a judge"
      action="Calibrate"
      form={calibration.form}
      disabled={!calibration.isReady}
    >
      <JudgeFields calibration={calibration} />
      <PeopleFields calibration={calibration} />
    </FormDialog>
  );
}
