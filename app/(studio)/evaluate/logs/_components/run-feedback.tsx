"use client";
import NextLink from "next/link";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { giveEvalFeedback } from "@/lib/contracts/evaluation/feedback";
import type { getEvalLog } from "@/lib/contracts/evaluation/logs";
import type { FeedbackAction } from "@/lib/contracts/evaluation/names";
import { textOf } from "../../_components/param-text";
import { FeedbackDialog } from "./feedback-dialog";

const did: Record<FeedbackAction, string | null> = {
  keep: null,
  retune: "added to the template as an example",
  recalculate: "run again",
};

/** People's feedback on a run, and a button to give it. */
export function RunFeedback({ run }: { run: Output<typeof getEvalLog> }) {
  const { get, set } = useAddress();
  const setOpen = (open: boolean) => set({ feedback: open ? "1" : null }, { keepsBack: open });
  const [answer, setAnswer] = useState<Output<typeof giveEvalFeedback> | null>(null);
  const may = useMayWrite();
  return (
    <section aria-label="Feedback" className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-medium">Feedback</h3>
      {run.feedback.length === 0 ? (
        <p className="text-soft">No feedback yet.</p>
      ) : (
        <ul className="grid gap-3">
          {run.feedback.map(({ id, value, explanation, action_type: action, by, given_at }) => (
            <li key={id}>
              <p className="wrap-anywhere">
                Right result: <span className="font-medium">{textOf(value)}</span>
              </p>
              {explanation ? <p className="text-soft wrap-anywhere">{explanation}</p> : null}
              <p className="text-xs text-faint">
                {[by, did[action]].filter(Boolean).join(" · ")} · <Time at={given_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {answer ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <Status tone="good" shape="check" className="whitespace-normal!">
            {answer.message}
          </Status>
          {answer.log_id ? (
            <NextLink
              href={links.evalLogs({ run: answer.log_id })}
              className="reach text-accent underline-offset-2 hover:underline"
            >
              Open the new run
            </NextLink>
          ) : null}
        </p>
      ) : null}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {may ? <Button onClick={() => setOpen(true)}>Give feedback</Button> : null}
        <NextLink href={links.calibrations()} className="reach text-accent underline-offset-2 hover:underline">
          How judges compare with people
        </NextLink>
      </p>
      {may && get("feedback") ? <FeedbackDialog run={run} onGiven={setAnswer} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
