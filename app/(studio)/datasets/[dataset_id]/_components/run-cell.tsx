import { Status } from "@/app/_ui/feedback/status";
import { verdictText } from "@/app/(studio)/evaluate/_components/verdict-text";
import type { TableCell } from "@/lib/contracts/datasets/table";
import { oneLine } from "./cells";

type Infos = NonNullable<TableCell["valueInfos"]>;

export interface RunCellProps {
  cell: TableCell;
  infos: Infos;
  /** Whether the cell is a verdict; reasons and prompt answers are not. */
  isVerdict: boolean;
}

/** What a run wrote into a cell. A missing value shows its reason and never looks like an empty text or a 0. */
export function RunCell({ cell, infos, isVerdict }: RunCellProps) {
  const reason = infos.reason ?? "";
  const stale = infos.is_stale ? <span className="text-faint"> · outdated</span> : null;
  const text = isVerdict ? verdictOf(cell.cellValue) : cell.cellValue;
  const { word, tone, shape } = stateOf(cell, isVerdict ? infos : { ...infos, passed: null }, text);
  return (
    <span title={[reason, infos.is_stale ? "The row's inputs have changed since." : ""].filter(Boolean).join(" ")}>
      {word === null ? (
        oneLine(text ?? "")
      ) : (
        <Status tone={tone} shape={shape}>
          {word}
          {tone === "bad" && reason && cell.cellValue === null ? (
            <span className="text-faint">{oneLine(reason)}</span>
          ) : null}
        </Status>
      )}
      {stale}
    </span>
  );
}

function stateOf({ status }: TableCell, { outcome, passed }: Infos, value: string | null) {
  if (status === "running" || outcome === null) return { word: "Pending", tone: "neutral", shape: "ring" } as const;
  if (outcome === "not_run") return { word: "Not run", tone: "neutral", shape: "skip" } as const;
  if (outcome === "error") return { word: "Error", tone: "bad", shape: "alert" } as const;
  if (outcome === "unscored") return { word: "Unscored", tone: "neutral", shape: "ring" } as const;
  if (passed !== null && value !== null)
    return passed
      ? ({ word: oneLine(value), tone: "good", shape: "check" } as const)
      : ({ word: oneLine(value), tone: "bad", shape: "cross" } as const);
  return { word: null, tone: "neutral", shape: "ring" } as const;
}

/** A choice with its score is stored as JSON. */
function verdictOf(value: string | null): string | null {
  if (value === null || !/^[[{]/.test(value)) return value;
  try {
    return verdictText(JSON.parse(value));
  } catch {
    return value;
  }
}
