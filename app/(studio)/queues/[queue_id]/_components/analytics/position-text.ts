import { percentText, quantity, rangeText } from "@/app/_ui/figure/numbers";
import type { LabelPreferences } from "@/lib/contracts/annotation/reports/preferences";

/** A wider interval could hide a bias that matters: of ten points to either side. */
const WIDE = 0.2;

type Preferred = Pick<LabelPreferences, "answers" | "ties" | "both_bad" | "position">;

/** Whether the place where an output was shown matters. */
export function positionText({ answers: all, ties, both_bad, position }: Preferred): string {
  const { answers, first_share, interval } = position;
  if (first_share === null) {
    const reason =
      all === ties + both_bad ? "no output was preferred yet" : "no answer says which output was shown first";
    return `Position bias is unknown: ${reason}.`;
  }
  const range = interval ? ` (95 % interval ${rangeText(interval, percentText)})` : "";
  const share = `The output shown first was preferred in ${percentText(first_share)}${range} of ${quantity(answers, "choice")}.`;
  if (!interval) return share;
  if (interval.low > 0.5 || interval.high < 0.5) return `${share} The position matters: there is position bias.`;
  const isWide = interval.high - interval.low > WIDE;
  return `${share} ${isWide ? "Too few choices to tell whether the position matters." : "No position bias is visible."}`;
}
