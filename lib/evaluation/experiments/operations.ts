import * as comparisonContracts from "@/lib/contracts/evaluation/experiments/comparison";
import * as contracts from "@/lib/contracts/evaluation/experiments/experiments";
import * as gateContracts from "@/lib/contracts/evaluation/experiments/gate";
import { endpoint } from "@/lib/http/endpoint";
import { checkExperiment as check } from "./check-experiment";
import { compareExperiments as compare } from "./compare-experiments";
import { compareExperimentRows as compareRows } from "./compare-rows";
import * as experiments from "./experiments";
import { exportExperiment as download } from "./export-experiment";
import { createExperiment as create } from "./start-experiment";

export const createExperiment = endpoint(contracts.createExperiment, create);
export const listExperiments = endpoint(contracts.listExperiments, experiments.listExperiments);
export const getExperiment = endpoint(contracts.getExperiment, experiments.getExperiment);
export const compareExperiments = endpoint(comparisonContracts.compareExperiments, compare);
export const compareExperimentRows = endpoint(comparisonContracts.compareExperimentRows, compareRows);
export const exportExperiment = endpoint(contracts.exportExperiment, download);
export const checkExperiment = endpoint(gateContracts.checkExperiment, check);
