import { UserText } from "@/app/_ui/user-text";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalLog } from "@/lib/contracts/evaluation/logs";
import { percentText } from "../../_components/words";

type Run = Output<typeof getEvalLog>;

const waiting = {
  pending: "The sentences that made it fail are still to be found.",
  running: "The sentences that made it fail are being found.",
} as const;

/** Which sentences of an input have made a run fail, the worst first; or why that is not known. */
export function Localized({ run }: { run: Run }) {
  const { error_localizer_status: status, error_localizer_message: message, error_details: details } = run;
  if (status === null) return null;
  const input = details?.selected_input_key ?? "";
  const entries = details?.error_analysis[input] ?? [];
  const isWaiting = status === "pending" || status === "running";
  return (
    <section aria-label="What made it fail" className="grid gap-2">
      <h3 className="text-xs font-medium text-faint">
        {input ? `What of ${input} made it fail` : "What made it fail"}
      </h3>
      {entries.length > 0 ? (
        <ol className="grid gap-3">
          {entries.map(({ unit_key, text, reason, improvement, weight }) => (
            <li key={unit_key} className="border-l-2 border-bad pl-3">
              <blockquote>
                <UserText text={text} />
              </blockquote>
              <p className="mt-1 text-soft wrap-anywhere">
                {reason}
                <span className="text-faint"> · {percentText(weight)} of the failure</span>
              </p>
              {improvement ? <p className="text-soft wrap-anywhere">Better: {improvement}</p> : null}
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-soft wrap-anywhere">{isWaiting ? waiting[status] : (message ?? "No sentence was named.")}</p>
      )}
    </section>
  );
}
