"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DeleteDialog } from "@/app/_components/delete-dialog";
import { FoundPage } from "@/app/_components/found-page";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Status } from "@/app/_ui/feedback/status";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { useLastLook } from "@/app/(studio)/_components/last-look";
import { deleteEvalTask, evalTaskQuery, taskKeys, updateEvalTask } from "@/lib/client/evaluation/tasks";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTask } from "@/lib/contracts/evaluation/tasks";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { TaskStatus } from "../../_components/task-status";
import { filterTexts, samplingText } from "../../_components/task-words";
import { BackfillDialog } from "./backfill-dialog";
import { BackfillTable } from "./backfill-table";
import { ScoreTable } from "./score-table";
import { TaskFigures } from "./task-figures";

const parent = { href: links.evalTasks(), label: "Tasks" };
const POLL_MS = 3000;

type Task = Output<typeof getEvalTask>;
const isBusy = (task: Task | undefined): boolean =>
  task !== undefined && (task.open > 0 || task.backfills.some(({ status }) => status === "running"));

export function TaskScreen({ taskId, role }: { taskId: string; role: OrganizationRole }) {
  const found = useQuery({
    ...evalTaskQuery(taskId),
    refetchInterval: ({ state }) => (isBusy(state.data) ? POLL_MS : false),
  });
  return (
    <FoundPage found={found} title="Task" parent={parent} problem="The task could not be loaded" columns={3}>
      {(task) => <Shown task={task} may={mayWrite(role)} />}
    </FoundPage>
  );
}

function Shown({ task, may }: { task: Task; may: boolean }) {
  const [asTables, setAsTables] = useState(false);
  const takes = [...filterTexts(task.filters), samplingText(task)];
  useLastLook(isBusy(task), taskKeys);
  return (
    <>
      <PageHeader
        title={task.name}
        status={<TaskStatus task={task} />}
        parent={parent}
        description={`Spans of ${task.project_name}: ${takes.join(", ")}.`}
        actions={may ? <TaskActions task={task} /> : null}
      />
      <p role="status" className="mb-6 text-soft tabular-nums">
        {task.open > 0 ? `${task.open.toLocaleString("en")} evaluations are pending. ` : "No evaluations are pending. "}
        {task.waiting ? (
          <Status tone="warn" shape="alert" className="whitespace-normal!">
            {task.waiting}
          </Status>
        ) : null}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <TaskFigures
          task={task}
          isBusy={isBusy(task)}
          asTables={asTables}
          may={may}
          actions={<TableSwitch asTables={asTables} onChange={setAsTables} />}
        />
        {task.backfills.length > 0 ? <BackfillTable task={task} may={may} /> : null}
        <ScoreTable task={task} isBusy={isBusy(task)} />
      </div>
    </>
  );
}

/** The buttons of a task, and the dialogs that they open. */
function TaskActions({ task }: { task: Task }) {
  const [dialog, setDialog] = useState<"backfill" | "delete" | null>(null);
  const update = useMutation(updateEvalTask);
  const isPaused = task.status === "paused";
  const mayFill = !isPaused && task.backfills.every(({ status }) => status !== "running");
  const pause = () => update.mutate({ task_id: task.id, status: isPaused ? "active" : "paused" });
  const backfill = () => setDialog("backfill");
  const close = () => setDialog(null);
  useShortcuts("Page", [
    { keys: "p", description: isPaused ? "Resume the task" : "Pause the task", run: pause },
    ...(mayFill ? [{ keys: "b", description: "Evaluate past spans", run: backfill }] : []),
  ]);
  return (
    <>
      <Button onClick={() => setDialog("delete")}>Delete</Button>
      <LinkButton href={links.newCalibration({ task: task.id })}>Calibrate</LinkButton>
      <Button keys="p" aria-pressed={isPaused} busy={update.isPending} onClick={pause}>
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button look="primary" keys="b" disabled={!mayFill} onClick={backfill}>
        Evaluate past spans
      </Button>
      {dialog === "backfill" ? <BackfillDialog task={task} onClose={close} /> : null}
      <DeleteDialog
        open={dialog === "delete"}
        onClose={close}
        title={`Delete ${task.name}?`}
        action="Delete task"
        remove={deleteEvalTask}
        input={{ task_id: task.id }}
        next={links.evalTasks()}
      >
        Pending evaluations are dropped. Existing scores stay on their traces.
      </DeleteDialog>
    </>
  );
}
