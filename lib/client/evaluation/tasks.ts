// Tasks that evaluate spans, for the screens.
import type { ClientInput } from "@/lib/contracts/contract";
import type { listSpanScores } from "@/lib/contracts/evaluation/span-scores";
import type { listEvalTasks, previewEvalTask } from "@/lib/contracts/evaluation/tasks";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

const TASK_ROWS = 50;
export type TaskFilter = ClientInput<typeof listEvalTasks>;
export const evalTasksQuery = (query: TaskFilter) => queryFor(operations.listEvalTasks, { ...query, limit: TASK_ROWS });
export const evalTaskQuery = (task_id: string) => queryFor(operations.getEvalTask, { task_id });
export const taskFiguresQuery = (task_id: string, days: number) =>
  queryFor(operations.getEvalTaskFigures, { task_id, days });

const SCORE_ROWS = 20;
export const spanScoresQuery = (query: ClientInput<typeof listSpanScores>) =>
  queryFor(operations.listSpanScores, { ...query, limit: SCORE_ROWS });

export type PreviewInput = ClientInput<typeof previewEvalTask>;
export const taskPreviewQuery = (input: PreviewInput) => queryFor(operations.previewEvalTask, input);

const shown = [
  operations.listEvalTasks,
  operations.getEvalTask,
  operations.getEvalTaskFigures,
  operations.listSpanScores,
  operations.listTraceScores,
];
/** What a task's evaluations change. */
export const taskKeys = shown.map(({ name }) => [name]);
export const createEvalTask = mutationFor(operations.createEvalTask, { invalidates: shown, showsErrors: true });
export const updateEvalTask = mutationFor(operations.updateEvalTask, { invalidates: shown });
export const deleteEvalTask = mutationFor(operations.deleteEvalTask, { invalidates: [operations.listEvalTasks] });
export const retryEvalTask = mutationFor(operations.retryEvalTask, { invalidates: shown });
export const startBackfill = mutationFor(operations.startBackfill, { invalidates: shown, showsErrors: true });
export const cancelBackfill = mutationFor(operations.cancelBackfill, { invalidates: shown });
