// Experiments: a dataset's, or all; one; several side by side.
import type { ClientInput } from "@/lib/contracts/contract";
import type { compareExperimentRows } from "@/lib/contracts/evaluation/experiments/comparison";
import type { checkExperiment } from "@/lib/contracts/evaluation/experiments/gate";
import { hrefOf } from "../call";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

const EXPERIMENT_ROWS = 50;
export const experimentsQuery = ({ dataset_id, page = 1 }: { dataset_id?: string; page?: number }) =>
  queryFor(operations.listExperiments, { page, limit: EXPERIMENT_ROWS, ...(dataset_id ? { dataset_id } : {}) });
export const createExperiment = mutationFor(operations.createExperiment, {
  invalidates: [operations.listExperiments, operations.listEvalRuns, operations.listDatasetVersions],
  showsErrors: true,
});
export const experimentQuery = (experiment_id: string) => queryFor(operations.getExperiment, { experiment_id });
export const experimentComparisonQuery = (experiment_ids: string[]) =>
  queryFor(operations.compareExperiments, { experiment_ids });
export const experimentRowsQuery = (input: ClientInput<typeof compareExperimentRows>) =>
  queryFor(operations.compareExperimentRows, input);
export const experimentGateQuery = (input: ClientInput<typeof checkExperiment>) =>
  queryFor(operations.checkExperiment, input);
/** The address of an experiment's file. */
export const experimentFile = (experiment_id: string, file_format: "csv" | "junit") =>
  hrefOf(operations.exportExperiment, { experiment_id, file_format });
