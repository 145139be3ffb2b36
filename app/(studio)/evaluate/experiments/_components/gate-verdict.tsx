import NextLink from "next/link";
import { Status } from "@/app/_ui/feedback/status";
import { estimateText, quantity } from "@/app/_ui/figure/numbers";
import { pointsText } from "@/app/(studio)/evaluate/_components/figures";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { checkExperiment } from "@/lib/contracts/evaluation/experiments/gate";

type Check = Output<typeof checkExperiment>;

export const verdicts = {
  passed: { tone: "good", shape: "check", word: "Not worse" },
  failed: { tone: "bad", shape: "cross", word: "Worse" },
  undecided: { tone: "warn", shape: "unequal", word: "Undecided" },
  refused: { tone: "neutral", shape: "ring", word: "No verdict" },
} as const;

interface Props {
  baselineId: string;
  candidateId: string;
  check: Check;
}

/** Whether a candidate is not worse than its baseline, for each evaluation, and what is missing otherwise. */
export function GateVerdict({ baselineId, candidateId, check }: Props) {
  return (
    <>
      {check.reasons.map((reason) => (
        <p key={reason} className="text-soft">
          {reason}
        </p>
      ))}
      <ul className="grid gap-2 empty:hidden">
        {check.metrics.map((metric, position) => (
          <MetricLine
            key={`${metric.evaluation_id} ${metric.other_evaluation_id}`}
            compared={[baselineId, candidateId]}
            metric={metric}
            position={position}
          />
        ))}
      </ul>
    </>
  );
}

interface LineProps {
  compared: readonly string[];
  metric: Check["metrics"][number];
  /** Among the evaluations of the comparison. */
  position: number;
}

const link = "reach underline underline-offset-2";

function MetricLine({ compared, metric, position }: LineProps) {
  const { name, verdict, reasons, difference, limits, falls, is_calibrated } = metric;
  const { word, ...look } = verdicts[verdict];
  return (
    <li className="grid gap-1 border-t border-line pt-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Status {...look}>
          {name}: {word.toLowerCase()}
        </Status>
        {difference === null ? null : (
          <span className="text-xs text-soft tabular-nums">{estimateText(difference, limits, pointsText)}</span>
        )}
      </p>
      {reasons.map((reason) => (
        <p key={reason} className="text-xs text-soft">
          {reason}
        </p>
      ))}
      <p className="flex flex-wrap gap-x-4 text-xs empty:hidden">
        {falls > 0 ? (
          <NextLink href={links.compareExperiments(compared, { metric: position, change: "falls" })} className={link}>
            {quantity(falls, "row")} got worse
          </NextLink>
        ) : null}
        {is_calibrated === false ? (
          <NextLink href={links.newCalibration()} className={link}>
            Calibrate the judge
          </NextLink>
        ) : null}
      </p>
    </li>
  );
}
