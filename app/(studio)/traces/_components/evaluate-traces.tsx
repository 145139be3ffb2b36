"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { toast } from "@/app/_ui/feedback/toast";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { evalTaskQuery } from "@/lib/client/evaluation/tasks";
import { links } from "@/lib/client/links";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { useTaskChoices } from "../../_components/choices";
import { useTaskOfTraces } from "../../evaluate/tasks/_components/use-task-form";
import { BackfillDialog } from "../../evaluate/tasks/[task_id]/_components/backfill-dialog";

interface Props {
  chosen: TraceChoice;
  /** The project that the list shows; null for all. */
  projectId: string | null;
  onClose: () => void;
}

/** Sends traces to an evaluation: as a backfill of a task, whose count and cost are shown first, or of a new task. */
export function EvaluateTraces({ chosen, projectId, onClose }: Props) {
  const router = useRouter();
  const tasks = useTaskChoices({ status: "active", ...(projectId ? { project_id: projectId } : {}) });
  const [taskId, setTaskId] = useState<string | null>(null);
  const [isChosen, setChosen] = useState(false);
  const task = useQuery({ ...evalTaskQuery(taskId ?? ""), enabled: taskId !== null });
  const toNewTask = useTaskOfTraces(projectId);
  if (isChosen && task.data) {
    const open = () => router.push(links.evalTask(task.data.id));
    const started = () =>
      toast.done({ title: "The evaluation has started", action: { label: "Open the task", run: open } });
    return <BackfillDialog task={task.data} traces={chosen} onClose={onClose} onStarted={started} />;
  }
  return (
    <FormDialog
      onClose={onClose}
      size="small"
      title="Evaluate traces"
      description="A task evaluates the spans of these traces in the background. Spans with a score keep it. A new task begins with these traces."
      action="Continue"
      form={{ submit: () => setChosen(true), busy: taskId !== null && task.isPending, problem: problemOf(task.error) }}
      disabled={!task.data}
      aside={<Button onClick={() => toNewTask(chosen)}>New task</Button>}
    >
      <Field label="Task">
        <SearchSelect
          options={tasks.options}
          onSearch={tasks.onSearch}
          value={taskId}
          onChange={setTaskId}
          placeholder={tasks.isPending ? "Loading…" : tasks.isNone ? "No active task yet" : "Choose a task"}
          empty={tasks.empty}
        />
      </Field>
    </FormDialog>
  );
}

const problemOf = (error: Error | null): string | null =>
  error ? `The task could not be loaded: ${error.message}` : null;
