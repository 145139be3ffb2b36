import { quantity } from "@/app/_ui/figure/numbers";
import type { LabelMeasures } from "@/lib/contracts/annotation/reports";
import type { LabelType } from "@/lib/contracts/shapes";

type Measured = Pick<LabelMeasures, "items" | "measures"> & { label_type: LabelType };

/** Texts are only compared for equality, which does not measure agreement. The overall figure leaves them out. */
export const isInOverall = ({ label_type }: Measured): boolean => label_type !== "text";

/** The sample behind the figures, and the meaning of the lines beside them. */
export function sampleText(rows: readonly Measured[], pending: number): string {
  const overall = rows.filter(isInOverall);
  const items = overall.reduce((sum, row) => sum + row.items, 0);
  const sample =
    overall.length === 1
      ? quantity(items, "item")
      : quantity(items, "pair of item and label", "pairs of item and label");
  const leavesOut = overall.length < rows.length ? ", without free text" : "";
  const open = pending > 0 ? `; ${quantity(pending, "recent change is", "recent changes are")} not included yet` : "";
  const hasInterval = rows.some(({ measures }) => measures.some(({ interval }) => interval));
  const lines = hasInterval ? "Lines show 95 % intervals." : "Too few for a 95 % interval.";
  return `Based on ${sample} with at least two answers${leavesOut}${open}. ${lines}`;
}
