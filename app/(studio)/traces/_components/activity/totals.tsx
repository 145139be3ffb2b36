import type { ReactNode } from "react";
import { Missing } from "@/app/_ui/feedback/missing";
import { countText, latencyText, rangeText } from "@/app/_ui/figure/numbers";
import { usdText } from "../../../gateway/_components/usd";
import { type Activity, type Measure, rateText } from "./series";

/** The figures of the whole range, each with its interval or what it leaves out. */
export function Totals({ activity: { total, is_estimated: isEstimated } }: { activity: Activity }) {
  const about = (text: string) => (isEstimated ? `≈ ${text}` : text);
  const without = (count: number, what: string) => (count > 0 ? `${about(countText(count))} without a ${what}` : null);
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 tabular-nums sm:grid-cols-3 lg:grid-cols-6">
      <Total
        term="Requests"
        note={total.requests_interval ? `95 %: ${rangeText(total.requests_interval, countText)}` : null}
      >
        {about(countText(total.requests))}
      </Total>
      <Total term="Errors" note={`${about(countText(total.ended))} ended`}>
        {about(countText(total.errors))}
      </Total>
      <Total term="Error rate" note={intervalNote(total.error_rate, rateText)}>
        {total.error_rate.value === null ? <Missing reason="No request has ended" /> : rateText(total.error_rate.value)}
      </Total>
      <Total term="Latency, p50 and p95" note={latencyNote(total.latency_p50_ms, total.latency_p95_ms)}>
        <LatencyValue measure={total.latency_p50_ms} />, <LatencyValue measure={total.latency_p95_ms} />
      </Total>
      <Total term="Tokens" note={without(total.without_tokens, "count")}>
        {total.total_tokens === null ? (
          <Missing reason="No request has a token count" />
        ) : (
          about(countText(total.total_tokens))
        )}
      </Total>
      <Total term="Cost" note={without(total.without_cost, "cost")}>
        {total.cost_usd === null ? <Missing reason="No request has a cost" /> : about(usdText(total.cost_usd))}
      </Total>
    </dl>
  );
}

const LatencyValue = ({ measure: { value } }: { measure: Measure }) =>
  value === null ? <Missing reason="No request has ended" /> : latencyText(value);

const intervalNote = ({ interval }: Measure, text: (value: number) => string): string | null =>
  interval ? `95 %: ${rangeText(interval, text)}` : null;

function latencyNote(p50: Measure, p95: Measure): string | null {
  const notes = [p50, p95].map(({ interval }) => (interval ? rangeText(interval, latencyText) : "no interval"));
  return p50.interval || p95.interval ? `95 %: ${notes.join(", ")}` : null;
}

const Total = ({ term, note, children }: { term: string; note: string | null; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-faint">{term}</dt>
    <dd className="text-lg font-semibold">{children}</dd>
    {note ? <dd className="text-xs text-soft">{note}</dd> : null}
  </div>
);
