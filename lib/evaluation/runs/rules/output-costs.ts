// What the outputs of an experiment have cost, which is unknown if nobody says so.
import { knownCost } from "@/lib/gateway/money/amount";
import type { EvaluationRow, RunRow } from "../loaders";

type Task = RunRow["task"];
type Part = Pick<EvaluationRow, "kind" | "costMicros" | "unpriced">;

/** What a column's outputs have cost is unknown, and so is an agent's answer unless it came from a model of the gateway. */
export const hasCost = (task: Task, { kind, costMicros, unpriced }: Part): boolean =>
  kind !== "prediction" || (task !== "column" && (task !== "agent" || costMicros > 0 || unpriced > 0));

/** The cost of a part of a run: of its outputs, or of an evaluation. */
export const partCost = (task: Task, part: Part): number | null => (hasCost(task, part) ? knownCost(part) : null);

/** Whether the run itself made the calls. Outputs that are brought along were paid before. */
export const isSpent = (task: Task, { kind }: Pick<Part, "kind">): boolean =>
  kind !== "prediction" || task !== "outputs";
