// What came of one cell.
import type { evalLogs } from "@/db/schema";
import type { CellOutcome } from "@/lib/contracts/evaluation/names";
import { cellText } from "@/lib/datasets/rules/cell-text";
import type { RunRow } from "./loaders";

export interface CellResult {
  outcome: CellOutcome;
  score: number | null;
  label: string | null;
  passed: boolean | null;
  output: unknown;
  reason: string;
  inputsHash: string | null;
  costMicros: number;
  unpriced: number;
  log: typeof evalLogs.$inferInsert | null;
  mayRetry: boolean;
  retryAfterSeconds: number | null;
  /** Why no further cell is worth beginning, e.g. that the credits are spent. */
  stops: string | null;
}

export const nothing = {
  score: null,
  label: null,
  passed: null,
  output: null,
  inputsHash: null,
  costMicros: 0,
  unpriced: 0,
  log: null,
  mayRetry: false,
  retryAfterSeconds: null,
  stops: null,
};
export const unscored = (reason: string): CellResult => ({ ...nothing, outcome: "unscored", reason });
export const failed = (reason: string): CellResult => ({ ...nothing, outcome: "error", reason });

/** What the ids of a run's requests to the gateway begin with. */
export const requestPrefixOf = ({ id }: Pick<RunRow, "id">): string => `run-${id}.`;

/** A value as it stands in the dataset's cell. */
export function valueText({ outcome, output }: Pick<CellResult, "outcome" | "output">): string | null {
  if (outcome !== "scored" && outcome !== "answered") return null;
  return cellText(output);
}
