"use client";
import { useMutation } from "@tanstack/react-query";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { countText, numberText, percentText, rangeText } from "@/app/_ui/figure/numbers";
import { momentText } from "@/app/_ui/text/time";
import { previewAlert } from "@/lib/client/notifications/alerts";
import { type AlertForm, testOf } from "./alert-form";
import { percent } from "./words";

type Preview = Awaited<ReturnType<typeof previewAlert.mutationFn>>;

/** What the alert would have found in the last days. */
export function AlertPreview<A>({ form, projectId }: { form: SaveForm<AlertForm, A>; projectId: string }) {
  const { mutate, data, error, isPending, variables } = useMutation(previewAlert);
  const input = { project_id: projectId, ...testOf(form.values) };
  // What was found for other values says nothing of these.
  const isCurrent = JSON.stringify(variables) === JSON.stringify(input);
  return (
    <section aria-label="Preview" className="grid gap-2 border-t border-line pt-4">
      <div>
        <Button busy={isPending} onClick={() => mutate(input)}>
          Preview the last 14 days
        </Button>
      </div>
      <div aria-live="polite" className="grid gap-2">
        {error && isCurrent ? <p className="text-bad">{error.message}</p> : null}
        {data && !error && isCurrent ? <Found preview={data} /> : null}
      </div>
    </section>
  );
}

function Found({ preview }: { preview: Preview }) {
  const { requests, bad, rate, rate_interval: interval, limits, incidents, since } = preview;
  if (preview.greatest_day_usd !== null) return <FoundDays preview={preview} mostUsd={preview.greatest_day_usd} />;
  if (rate === null || bad === null || !limits)
    return <p className="text-soft">There is too little since {momentText(since)} to say anything.</p>;
  return (
    <>
      <p className="text-soft tabular-nums">
        {countText(bad)} of {countText(requests)} since {momentText(since)}: {percentText(rate)}
        {interval ? ` (${rangeText(interval, percentText)})` : ""}. The limit is{" "}
        {limits.from === limits.to
          ? percent(limits.from)
          : `${percent(limits.from)} to ${percent(limits.to)}, by time of day`}
        .
      </p>
      {incidents.length === 0 ? (
        <p>It would have raised no alarm.</p>
      ) : (
        <>
          <p>
            {incidents.length === 1
              ? "It would have raised one alarm:"
              : `It would have raised ${incidents.length} alarms:`}
          </p>
          <ol className="grid max-h-40 gap-1 overflow-y-auto tabular-nums">
            {incidents.map((incident) => (
              <li key={incident.opened_at}>
                {momentText(incident.opened_at)}: {percent((incident.bad ?? 0) / incident.requests)} of{" "}
                {countText(incident.requests)}
                <span className="text-soft">
                  {incident.recovered_at ? `, recovered ${momentText(incident.recovered_at)}` : ", not recovered"}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function FoundDays({ preview: { incidents, since }, mostUsd }: { preview: Preview; mostUsd: number }) {
  return (
    <>
      <p className="text-soft tabular-nums">
        The most on a day since {momentText(since)} was ${numberText(mostUsd)}.
      </p>
      <p>{incidents.length === 0 ? "It would have raised no alarm." : "It would have raised an alarm on:"}</p>
      <ol className="grid max-h-40 gap-1 overflow-y-auto tabular-nums">
        {incidents.map((incident) => (
          <li key={incident.since}>
            {incident.since.slice(0, 10)}: ${numberText(incident.spent_usd ?? 0)}
          </li>
        ))}
      </ol>
    </>
  );
}
