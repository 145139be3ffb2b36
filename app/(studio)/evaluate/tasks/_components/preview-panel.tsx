"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useSettled } from "@/app/_components/use-settled";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { countText, quantity } from "@/app/_ui/figure/numbers";
import { Time } from "@/app/_ui/text/time";
import { type PreviewInput, taskPreviewQuery } from "@/lib/client/evaluation/tasks";
import { links } from "@/lib/client/links";
import { microsText } from "../../../gateway/requests/_components/figures";

const SETTLE_MS = 400;

/** How many past spans a task would evaluate, and their cost. */
export function PreviewPanel({ input }: { input: PreviewInput | null }) {
  const settled = useSettled(input, SETTLE_MS);
  const found = useQuery({
    ...taskPreviewQuery(settled ?? { project_id: "" }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <section
      aria-label="Preview"
      aria-live="polite"
      className="grid content-start gap-4 rounded-lg border border-line p-4"
    >
      <h2 className="text-base font-medium">Existing spans</h2>
      {settled === null ? (
        <p className="text-soft">Choose a project to see matching spans.</p>
      ) : found.isError ? (
        <ErrorState title="The spans could not be counted" error={found.error} onRetry={() => found.refetch()} />
      ) : found.data ? (
        <Shown preview={found.data} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

type Preview = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof taskPreviewQuery>["queryFn"]>>>>;

function Shown({ preview }: { preview: Preview }) {
  const about = preview.is_estimated ? "about " : "";
  return (
    <>
      <p className="grid gap-0.5">
        <span className="text-lg font-semibold tabular-nums">
          {about}
          {quantity(preview.taken, "span")}
        </span>
        <span className="text-soft">
          of {about}
          {countText(preview.matching)} that match the filters
          {preview.traces === null ? "" : `, in ${quantity(preview.traces, "chosen trace")} of the project`}
        </span>
      </p>
      {preview.evaluations.length > 0 ? (
        <Costs preview={preview} />
      ) : (
        <p className="text-xs text-faint">The cost appears here after you choose and map an evaluation.</p>
      )}
      {preview.samples.length > 0 ? <Examples samples={preview.samples} /> : null}
    </>
  );
}

const Costs = ({ preview: { cost_micros: total, evaluations } }: { preview: Preview }) => (
  <div className="grid gap-1">
    <p className="text-base font-medium tabular-nums">
      {total === null ? (
        <>
          Cost <Missing reason="At least one evaluation has no known price" />
        </>
      ) : (
        `${microsText(total)} to evaluate all of them`
      )}
    </p>
    <ul className="grid gap-1 text-xs text-soft">
      {evaluations.map(({ template_id, name, cost_micros, basis }) => (
        <li key={`${template_id} ${name}`} className="wrap-anywhere">
          {name}: {cost_micros === null ? "unknown" : microsText(cost_micros)}. {basis}
        </li>
      ))}
    </ul>
  </div>
);

const Examples = ({ samples }: Pick<Preview, "samples">) => (
  <div className="grid gap-1">
    <h3 className="text-xs font-medium text-faint">Examples</h3>
    <ul className="grid gap-1">
      {samples.map(({ span_id, trace_id, name, started_at, missing }) => (
        <li key={span_id} className="grid">
          <span className="flex items-baseline justify-between gap-3">
            <NextLink
              href={links.trace(trace_id, span_id)}
              target="_blank"
              className="reach min-w-0 truncate text-accent hover:underline"
            >
              {name || "Unnamed"}
            </NextLink>
            <span className="shrink-0 text-xs text-faint">
              <Time at={started_at} />
            </span>
          </span>
          {missing.length > 0 ? (
            <span className="text-xs text-warn">No value for {missing.join(", ")}. This span would stay unscored.</span>
          ) : null}
        </li>
      ))}
    </ul>
  </div>
);
