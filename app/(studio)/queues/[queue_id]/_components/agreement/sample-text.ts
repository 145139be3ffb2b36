import { counted } from "@/app/_ui/figure/numbers";
import type { LabelMeasures } from "@/lib/contracts/annotation/reports";
import type { LabelType } from "@/lib/contracts/shapes";

type Measured = Pick<LabelMeasures, "items" | "measures"> & { label_type: LabelType };

/** Texts are compared for equality only, which is no agreement: the overall figure leaves them out. */
export const isInOverall = ({ label_type }: Measured): boolean => label_type !== "text";

/** What the figures rest on, and what the lines beside them are. */
export function sampleText(rows: readonly Measured[], pending: number): string {
  const overall = rows.filter(isInOverall);
  const items = overall.reduce((sum, row) => sum + row.items, 0);
  const sample =
    overall.length === 1 ? counted(items, "item") : counted(items, "pair of item and label", "pairs of item and label");
  const leavesOut = overall.length < rows.length ? ", free text left out" : "";
  const open = pending > 0 ? `; ${counted(pending, "recent change is", "recent changes are")} still being counted` : "";
  const hasInterval = rows.some(({ measures }) => measures.some(({ interval }) => interval));
  const lines = hasInterval ? "Lines show 95 % intervals." : "No 95 % interval can be told from them yet.";
  return `Of ${sample} with two answers or more${leavesOut}${open}. ${lines}`;
}
