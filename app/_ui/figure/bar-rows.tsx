import { Missing } from "../missing";
import { countText, percentText } from "./numbers";

export interface BarRow {
  key: string;
  label: string;
  /** Null for what is not known. */
  count: number | null;
  /** Shows only this one. */
  onChoose?: () => void;
}

interface Props {
  caption: string;
  rows: readonly BarRow[];
  /** What the shares are shares of. */
  total: number;
  /** Only the figures, without bars. */
  asTable?: boolean;
  /** How a figure is told; as a count unless told. */
  figureText?: (count: number) => string;
  /** Why a figure may not be known. */
  missing?: string;
}

/** Counts by category as bars from zero on one scale, named and counted where they stand. It is its own table. */
export function BarRows({
  caption,
  rows,
  total,
  asTable = false,
  figureText = countText,
  missing = "Not known",
}: Props) {
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
