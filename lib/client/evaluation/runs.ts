// Evaluation runs over a dataset's rows: the dataset's evaluations, its runs, their progress and results.
import type { ClientInput } from "@/lib/contracts/contract";
import type { estimateEvalRun, listEvalRunCells } from "@/lib/contracts/evaluation/runs";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

const aboutMetrics = [operations.listDatasetEvals, operations.listEvals];
const aboutRuns = [
  operations.listEvalRuns,
  operations.getEvalRun,
  operations.getEvalRunSummary,
  operations.listEvalRunCells,
  operations.listDatasetEvals,
  operations.getDatasetTable,
];

/** The evaluations of a dataset. */
export const datasetEvalsQuery = (dataset_id: string) =>
  queryFor(operations.listDatasetEvals, { dataset_id, eval_type: "user" });
export const addUserEval = mutationFor(operations.addUserEval, {
  invalidates: [...aboutMetrics, operations.getDatasetTable],
  showsErrors: true,
});

const aboutColumns = [operations.listDatasets, operations.getDatasetTable, operations.estimateEvalRun];
export const addPredictionColumn = mutationFor(operations.addPredictionColumn, {
  invalidates: aboutColumns,
  showsErrors: true,
});
export const editPredictionColumn = mutationFor(operations.editPredictionColumn, {
  invalidates: aboutColumns,
  showsErrors: true,
});

export const runEstimateQuery = (input: ClientInput<typeof estimateEvalRun>) =>
  queryFor(operations.estimateEvalRun, input);
export const startEvalRun = mutationFor(operations.startEvalRun, { invalidates: aboutRuns, showsErrors: true });

const RUN_ROWS = 50;
export const evalRunsQuery = (dataset_id: string, page = 1) =>
  queryFor(operations.listEvalRuns, { dataset_id, page, limit: RUN_ROWS });
export const evalRunSummaryQuery = (run_id: string) => queryFor(operations.getEvalRunSummary, { run_id });
export const evalRunCellsQuery = (input: ClientInput<typeof listEvalRunCells>) =>
  queryFor(operations.listEvalRunCells, { ...input, limit: RUN_ROWS });
/** What is read with a run while it is in progress. */
export const runKeys = [operations.getEvalRunSummary, operations.listEvalRunCells].map(({ name }) => [name]);

export const cancelEvalRun = mutationFor(operations.cancelEvalRun, { invalidates: aboutRuns });
export const retryEvalRun = mutationFor(operations.retryEvalRun, { invalidates: aboutRuns, showsErrors: true });
