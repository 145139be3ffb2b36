import NextLink from "next/link";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import type { Column } from "@/app/_ui/list/table";
import { UserText } from "@/app/_ui/text/user-text";
import { links } from "@/lib/client/links";
import type { SpanScore } from "@/lib/contracts/evaluation/span-scores";
import { Verdict } from "../../../../evaluate/_components/verdict";

/** The scores of a span. */
export function ScoreList({ scores }: { scores: readonly SpanScore[] }) {
  return (
    <section aria-label="Scores" className="grid gap-2">
      <h3 className="text-xs font-medium text-faint">Scores</h3>
      <ul className="grid gap-3">
        {scores.map((score) => (
          <li key={score.evaluation_id} className="grid gap-1 rounded-md border border-line p-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <NextLink href={links.evalTask(score.task_id)} className="reach font-medium hover:underline">
                {score.evaluation}
              </NextLink>
              <ScoreVerdict score={score} />
            </div>
            {score.reason ? <UserText text={score.reason} className="text-soft" /> : null}
            <p className="flex flex-wrap gap-x-3 text-xs text-faint">
              <span>
                {score.template_version}
                {score.model ? `, ${score.model}` : ""}
              </span>
              {score.log_id ? (
                <NextLink href={links.evalLogs({ run: score.log_id })} className="reach text-accent hover:underline">
                  Open the run
                </NextLink>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The result of one evaluation, also while it is pending. */
function ScoreVerdict({ score }: { score: SpanScore }) {
  if (score.outcome === null) {
    return (
      <Status tone="neutral" shape="half">
        Pending
      </Status>
    );
  }
  return <Verdict outcome={score.outcome} output={score.output} outputType={score.output_type} />;
}

/** The columns of a score's result and its reason. */
export const scoreColumns: readonly Column<SpanScore>[] = [
  { key: "verdict", header: "Verdict", width: "w-36", cell: (score) => <ScoreVerdict score={score} /> },
  {
    key: "reason",
    header: "Reason",
    wide: true,
    cell: ({ reason }) =>
      reason ? <span className="line-clamp-2 wrap-anywhere">{reason}</span> : <Missing reason="None yet" />,
  },
];
