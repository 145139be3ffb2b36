import { classNames } from "@/app/_ui/class-names";
import { countText, percentText } from "@/app/_ui/figure/numbers";
import type { Calibration } from "@/lib/contracts/evaluation/calibrations";

/** The confusion matrix of the judge's and people's verdicts. */
export function ConfusionTable({ calibration: { confusion } }: { calibration: Calibration }) {
  const { true_pass, false_pass, true_fail, false_fail } = confusion;
  return (
    <table className="w-full max-w-md self-start text-sm tabular-nums">
      <caption className="mb-2 text-left text-base font-medium">Judge compared with people</caption>
      <thead>
        <tr className="text-xs text-faint">
          <td />
          <th scope="col" className="pb-1 text-right font-normal">
            Judge passes
          </th>
          <th scope="col" className="pb-1 text-right font-normal">
            Judge fails
          </th>
        </tr>
      </thead>
      <tbody>
        <Line name="People pass" agreeing={[true_pass, null]} counts={[true_pass, false_fail]} />
        <Line name="People fail" agreeing={[null, true_fail]} counts={[false_pass, true_fail]} />
      </tbody>
    </table>
  );
}

interface LineProps {
  name: string;
  /** The count on which both agree, at its position. */
  agreeing: readonly [number | null, number | null];
  counts: readonly [number, number];
}

function Line({ name, agreeing, counts }: LineProps) {
  const all = counts[0] + counts[1];
  const columns = ["passes", "fails"] as const;
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 text-left font-normal">
        {name}
      </th>
      {columns.map((column, index) => {
        const count = counts[index] ?? 0;
        return (
          <td key={column} className="py-2 text-right">
            <span className={classNames("block", agreeing[index] === null ? "font-medium" : "text-soft")}>
              {countText(count)}
            </span>
            <span className="block text-xs text-faint">{all > 0 ? percentText(count / all) : ""}</span>
          </td>
        );
      })}
    </tr>
  );
}
