import { Missing } from "../feedback/missing";
import { countText, percentText } from "./numbers";

export interface BarRow {
  key: string;
  label: string;
  /** Null if unknown. */
  count: number | null;
  /** Filters by this row. */
  onChoose?: () => void;
}

interface Props {
  caption: string;
  rows: readonly BarRow[];
  /** The total that shares are computed from. */
  total: number;
  /** Shows figures without bars. */
  asTable?: boolean;
  /** Formats a figure; by default as a count. */
  figureText?: (count: number) => string;
  /** Why a figure is unknown. */
  missing?: string;
}

/** Counts by category as bars from zero on one scale, each with its name and count. The chart is also a table. */
export function BarRows({ caption, rows, total, asTable = false, figureText = countText, missing = "Unknown" }: Props) {
  const greatest = Math.max(1, ...rows.map(({ count }) => count ?? 0));
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Value</th>
          <th scope="col">Count</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, count, onChoose }) => (
          <tr key={key} className="h-8">
            <th scope="row" className="w-2/5 max-w-0 truncate pr-3 text-left font-normal" title={label}>
              {onChoose ? (
                <button
                  type="button"
                  title={`Show only ${label}`}
                  className="reach max-w-full truncate hover:underline hover:underline-offset-2"
                  onClick={onChoose}
                >
                  {label}
                </button>
              ) : (
                label
              )}
            </th>
            <td className="w-12 pr-3 text-right whitespace-nowrap">
              {count === null ? <Missing reason={missing} /> : figureText(count)}
            </td>
            <td className="w-16 pr-3 text-right text-faint">
              {total > 0 && count !== null ? percentText(count / total) : "–"}
            </td>
            {asTable ? null : (
              <td aria-hidden="true">
                <div
                  className="h-3.5 rounded-sm bg-series-blue"
                  style={{ width: `${(100 * (count ?? 0)) / greatest}%`, minWidth: count ? 2 : 0 }}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
