import type { Output } from "@/lib/contracts/contract";
import type { compareExperimentRows, compareExperiments } from "@/lib/contracts/evaluation/experiments/comparison";

type Comparison = Output<typeof compareExperiments>;
export type ComparedExperiment = Comparison["experiments"][number];
export type RowColumn = Comparison["columns"][number];
export type ComparedMetric = Comparison["metrics"][number];
export type SideRow = Output<typeof compareExperimentRows>["results"][number];
