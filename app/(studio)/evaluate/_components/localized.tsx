import { wholePercentText } from "@/app/_ui/figure/numbers";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalLog } from "@/lib/contracts/evaluation/logs";
import { highlightsOf } from "./highlights";

type Run = Output<typeof getEvalLog>;

const waiting = {
  pending: "Waiting to find the sentences that caused the failure.",
  running: "Finding the sentences that caused the failure.",
} as const;

/** The sentences of an input that caused the failure, worst first, or why they are unknown. */
export function Localized({ run }: { run: Run }) {
  const { error_localizer_status: status, error_localizer_message: message, error_details: details } = run;
  if (status === null) return null;
  const input = details?.selected_input_key ?? "";
  const entries = details?.error_analysis[input] ?? [];
  const text = details?.input_data[input];
  const isWaiting = status === "pending" || status === "running";
  return (
    <section aria-label="Cause of failure" className="grid gap-2">
      <h3 className="text-xs font-medium text-faint">{input ? `Cause of failure in ${input}` : "Cause of failure"}</h3>
      {entries.length > 0 ? (
        <>
          {typeof text === "string" ? <Marked text={text} entries={entries} /> : null}
          <ol className="grid list-inside list-decimal gap-2">
            {entries.map(({ unit_key, reason, improvement, weight }) => (
              <li key={unit_key} className="wrap-anywhere">
                {reason}
                <span className="text-faint"> · {wholePercentText(weight)} of the failure</span>
                {improvement ? <span className="block text-soft">Better: {improvement}</span> : null}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="text-soft wrap-anywhere">{isWaiting ? waiting[status] : (message ?? "No sentences found.")}</p>
      )}
    </section>
  );
}

/** The full input with the sentences that caused the failure, numbered as in the list. */
function Marked({ text, entries }: { text: string; entries: Parameters<typeof highlightsOf>[1] }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {highlightsOf(text, entries).map(({ from, part, rank }) =>
        rank === null ? (
          <span key={from}>{part}</span>
        ) : (
          <mark
            key={from}
            className="rounded-sm bg-bad-wash text-ink underline decoration-bad decoration-2 underline-offset-2"
          >
            {part}
            <sup className="pl-0.5 text-bad tabular-nums">{rank}</sup>
          </mark>
        ),
      )}
    </p>
  );
}
