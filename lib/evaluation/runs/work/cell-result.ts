// The result of one cell.
import type { evalLogs } from "@/db/schema";
import type { CellOutcome } from "@/lib/contracts/evaluation/names";
import { cellText } from "@/lib/datasets/rules/cell-text";
import { hashOfCells } from "@/lib/datasets/rules/hash-cells";
import { noSpend, type Spend } from "../../judge/spend";
import type { RunRow } from "../loaders";
import type { RowCells } from "../rules/row-inputs";

export interface CellResult extends Spend {
  outcome: CellOutcome;
  score: number | null;
  label: string | null;
  passed: boolean | null;
  output: unknown;
  reason: string;
  /** How long the model took; null if none was asked. */
  latencyMs: number | null;
  /** What it was judged by; null if nothing was judged. */
  inputsHash: string | null;
  texts: Readonly<Record<string, string>> | null;
  log: typeof evalLogs.$inferInsert | null;
  mayRetry: boolean;
  retryAfterSeconds: number | null;
  /** Why no further cell should begin, such as spent credits. */
  stops: string | null;
}

export const nothing = {
  ...noSpend,
  score: null,
  label: null,
  passed: null,
  output: null,
  latencyMs: null,
  inputsHash: null,
  texts: null,
  log: null,
  mayRetry: false,
  retryAfterSeconds: null,
  stops: null,
};
export const unscored = (reason: string): CellResult => ({ ...nothing, outcome: "unscored", reason });
export const failed = (reason: string): CellResult => ({ ...nothing, outcome: "error", reason });

/** Replaces a result that cannot be stored, but keeps its cost. */
export const unwritable = ({ costMicros, unpriced }: CellResult, reason: string): CellResult => ({
  ...failed(reason),
  costMicros,
  unpriced,
});

/** The texts of these columns, as the run stores them. */
export function judgedBy(columnIds: readonly string[], cells: RowCells): Pick<CellResult, "inputsHash" | "texts"> {
  const texts = Object.fromEntries(columnIds.map((id) => [id, cells[id] ?? ""]));
  return { inputsHash: hashOfCells(columnIds, cells), texts };
}

/** The prefix of a run's request ids at the gateway. */
export const requestPrefixOf = ({ id }: Pick<RunRow, "id">): string => `run-${id}.`;

/** A value as it is stored in the dataset's cell. */
export function valueText({ outcome, output }: Pick<CellResult, "outcome" | "output">): string | null {
  if (outcome !== "scored" && outcome !== "answered") return null;
  return cellText(output);
}
