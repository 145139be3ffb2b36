import NextLink from "next/link";
import { Status } from "@/app/_ui/feedback/status";
import { estimateText, quantity } from "@/app/_ui/figure/numbers";
import { pointsText } from "@/app/(studio)/evaluate/_components/figures";
import { links } from "@/lib/client/links";
import type { JudgedRelease } from "@/lib/contracts/prompts/releases";

const verdicts = {
  passed: { tone: "good", shape: "check", word: "Not worse" },
  failed: { tone: "bad", shape: "cross", word: "Worse" },
  undecided: { tone: "warn", shape: "unequal", word: "Undecided" },
  refused: { tone: "neutral", shape: "ring", word: "No verdict" },
} as const;

const link = "reach underline underline-offset-2";

/** Whether the version is not worse, and what is missing otherwise. */
export function MoveVerdict({ release }: { release: JudgedRelease }) {
  const { verdict, check } = release;
  const { word, ...look } = verdicts[verdict];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <Status {...look} className="font-medium">
          {word}
        </Status>
        <NextLink href={links.compareExperiments([release.baseline_id, release.candidate_id])} className={link}>
          Side by side
        </NextLink>
      </div>
      {check.reasons.map((reason) => (
        <p key={reason} className="text-soft">
          {reason}
        </p>
      ))}
      <ul className="grid gap-2">
        {check.metrics.map((metric, position) => (
          <MetricLine key={metric.name} release={release} metric={metric} position={position} />
        ))}
      </ul>
    </>
  );
}

interface LineProps {
  release: JudgedRelease;
  metric: JudgedRelease["check"]["metrics"][number];
  /** Among the evaluations of the comparison. */
  position: number;
}

function MetricLine({ release, metric, position }: LineProps) {
  const { name, verdict, reasons, difference, limits, falls, is_calibrated, other_evaluation_id } = metric;
  const { word, ...look } = verdicts[verdict];
  const worse = { metric: position, change: "falls" as const };
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
          <NextLink
            href={links.compareExperiments([release.baseline_id, release.candidate_id], worse)}
            className={link}
          >
            {quantity(falls, "row")} got worse
          </NextLink>
        ) : null}
        {is_calibrated === false && other_evaluation_id ? (
          <NextLink
            href={links.newCalibration({ run: release.candidate_id, evaluation: other_evaluation_id })}
            className={link}
          >
            Calibrate the judge
          </NextLink>
        ) : null}
      </p>
    </li>
  );
}
