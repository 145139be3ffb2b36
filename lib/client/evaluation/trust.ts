// Comparisons of runs, and calibrations of judges, for the screens.
import type { ClientInput } from "@/lib/contracts/contract";
import type { compareEvalRunRows } from "@/lib/contracts/evaluation/comparison";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

const OFFERED_RUNS = 200;
const COMPARED_ROWS = 20;

/** The newest evaluation runs, for pickers. */
export const evalRunChoicesQuery = (dataset_id?: string) =>
  queryFor(operations.listEvalRuns, {
    kind: "evaluation",
    limit: OFFERED_RUNS,
    ...(dataset_id ? { dataset_id } : {}),
  });
export const evalRunQuery = (run_id: string) => queryFor(operations.getEvalRun, { run_id });

export const comparisonQuery = (run_id: string, other_id: string, across_fingerprints: boolean) =>
  queryFor(operations.compareEvalRuns, { run_id, other_id, across_fingerprints });
type ComparedRowsQuery = ClientInput<typeof compareEvalRunRows>;
export const comparedRowsQuery = (query: ComparedRowsQuery) =>
  queryFor(operations.compareEvalRunRows, { ...query, limit: COMPARED_ROWS });

const CALIBRATION_ROWS = 20;
const aboutCalibrations = [operations.listCalibrations, operations.getCalibration, operations.listCalibrationItems];
export const calibrationsQuery = (page: number) =>
  queryFor(operations.listCalibrations, { page, limit: CALIBRATION_ROWS });
export const calibrationQuery = (calibration_id: string) => queryFor(operations.getCalibration, { calibration_id });
type ItemCell = NonNullable<
  ClientInput<typeof import("@/lib/contracts/evaluation/calibration-items").listCalibrationItems>["cell"]
>;
export const calibrationItemsQuery = (calibration_id: string, cell: ItemCell, page: number) =>
  queryFor(operations.listCalibrationItems, { calibration_id, cell, page, limit: CALIBRATION_ROWS });

export const createCalibration = mutationFor(operations.createCalibration, {
  invalidates: aboutCalibrations,
  showsErrors: true,
});
export const deleteCalibration = mutationFor(operations.deleteCalibration, {
  invalidates: [operations.listCalibrations],
});
export const judgeCalibrationItems = mutationFor(operations.judgeCalibrationItems, {
  invalidates: [...aboutCalibrations, operations.listEvalRuns, operations.getEvalTask],
});
export const queueDisagreements = mutationFor(operations.queueDisagreements, {
  invalidates: [...aboutCalibrations, operations.listQueues],
});

export const consensusQuery = (queue_id: string, label_id: string) =>
  queryFor(operations.getQueueConsensus, { queue_id, label_id });
export const prioritizeItems = mutationFor(operations.prioritizeItems, { invalidates: [operations.listItems] });
