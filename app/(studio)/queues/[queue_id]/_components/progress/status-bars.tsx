import type { z } from "zod";
import { ItemStatus } from "@/app/_components/item-status";
import { classNames } from "@/app/_ui/class-names";
import type { progress } from "@/lib/contracts/annotation/queues/progress";

type Progress = Pick<
  z.infer<typeof progress>,
  "total" | "completed" | "in_review" | "in_progress" | "pending" | "skipped"
>;

const parts = [
  { key: "completed", fill: "bg-series-green" },
  { key: "in_review", fill: "bg-series-orange" },
  { key: "in_progress", fill: "bg-series-blue" },
  { key: "pending", fill: "bg-series-grey" },
  { key: "skipped", fill: "bg-series-purple" },
] as const;

/** One bar per status on a common scale, with name and count, as a table. */
export function StatusBars({ progress: counts }: { progress: Progress }) {
  return (
    <table className="w-full">
      <caption className="sr-only">Items by status</caption>
      <tbody>
        {parts.map(({ key, fill }) => (
          <tr key={key} className="h-8">
            <th scope="row" className="w-32 pr-4 text-left font-normal">
              <ItemStatus status={key} />
            </th>
            <td className="w-16 pr-4 text-right tabular-nums">{counts[key]}</td>
            <td aria-hidden="true">
              <div
                className={classNames("h-3.5 rounded-sm", fill)}
                style={{
                  width: `${(100 * counts[key]) / Math.max(1, counts.total)}%`,
                  minWidth: counts[key] > 0 ? 2 : 0,
                }}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
