"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { SourceField } from "@/app/_components/source/source-field";
import { Button } from "@/app/_ui/button/button";
import { classNames } from "@/app/_ui/class-names";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { spanQuery } from "@/lib/client/traces";
import type { SpanScore } from "@/lib/contracts/evaluation/span-scores";
import type { Span } from "@/lib/contracts/traces/traces";
import { PeopleScores } from "../../../_components/people-scores";
import { SpanStatus } from "../../../_components/span-status";
import type { WholeTrace } from "../whole-trace";
import { ScoreList } from "./score-list";
import { SpanContents, SpanDetails } from "./span-contents";
import { SpanDifference } from "./span-difference";
import { SpanFacts } from "./span-facts";
import { SpanLinks } from "./span-links";

interface Props {
  trace: WholeTrace;
  /** As the tree has it, without contents. */
  span: Span;
  flaws: readonly string[];
  /** The tree does not show the span's parent, because the trace has too many spans. */
  isParentHidden: boolean;
  scores: readonly SpanScore[];
  /** The span that others are compared with. */
  compared: Span | undefined;
  onCompare: (spanId: string | null) => void;
}

/** The chosen span. Its contents are loaded when it is chosen. */
export function SpanDetail({ trace, span, flaws, isParentHidden, scores, compared, onCompare }: Props) {
  const [isJson, setJson] = useState(false);
  const isCompared = compared?.span_id === span.span_id;
  const found = useQuery(spanQuery(trace.id, span.span_id));
  const other = useQuery({ ...spanQuery(trace.id, compared?.span_id ?? ""), enabled: compared !== undefined });
  const compare = () => onCompare(isCompared ? null : span.span_id);
  useShortcuts("Page", [
    { keys: "c", description: "Compare other spans with this one", run: compare },
    { keys: "r", description: "Show the span as JSON", run: () => setJson(!isJson) },
    ...(compared ? [{ keys: "escape", description: "Stop comparing", run: () => onCompare(null) }] : []),
  ]);
  return (
    <section aria-label="Span" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Header span={span}>
        <Button size="small" keys="c" aria-pressed={isCompared} onClick={compare}>
          {isCompared ? "Stop comparing" : "Compare"}
        </Button>
        <Button size="small" keys="r" aria-pressed={isJson} onClick={() => setJson(!isJson)}>
          JSON
        </Button>
      </Header>
      {flaws.length > 0 ? <Flaws flaws={flaws} /> : null}
      {isParentHidden ? (
        <p className="text-soft">Its parent {span.parent_span_id} is not among the spans shown.</p>
      ) : null}
      {compared ? <Comparing compared={compared} isSame={isCompared} onStop={() => onCompare(null)} /> : null}
      <Loaded found={found} problem="The span could not be loaded" skeleton={<Skeleton className="h-64" />}>
        {(whole) => (
          <>
            {isJson ? (
              <SourceField name="JSON" text={JSON.stringify(whole)} />
            ) : compared && !isCompared ? (
              <Loaded
                found={other}
                problem="The other span could not be loaded"
                skeleton={<Skeleton className="h-64" />}
              >
                {(first) => <SpanDifference first={first} second={whole} />}
              </Loaded>
            ) : (
              <SpanContents key={span.span_id} span={whole} />
            )}
            <Around trace={trace} span={whole} scores={scores} />
          </>
        )}
      </Loaded>
    </section>
  );
}

const Header = ({ span, children }: { span: Span; children: ReactNode }) => (
  <header className="grid gap-2">
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h2 className="line-clamp-3 text-base font-medium wrap-anywhere">{span.name || "Unnamed"}</h2>
        <SpanStatus status={span.status} isEnded={span.ended_at !== null} />
      </div>
      <div className="flex gap-2">{children}</div>
    </div>
    {span.status_message ? (
      <p className={classNames("wrap-anywhere", span.status === "ERROR" ? "text-bad" : "text-soft")}>
        {span.status_message}
      </p>
    ) : null}
  </header>
);

/** Links, scores and facts of the span. */
const Around = ({ trace, span, scores }: { trace: WholeTrace; span: Span; scores: readonly SpanScore[] }) => (
  <>
    <SpanLinks trace={trace} span={span} />
    {scores.length > 0 ? <ScoreList scores={scores} /> : null}
    <PeopleScores title="Annotations" type="observation_span" id={span.span_id} />
    <SpanFacts span={span} />
    <SpanDetails span={span} />
  </>
);

const Flaws = ({ flaws }: { flaws: readonly string[] }) => (
  <ul aria-label="Incomplete data" className="grid gap-1 rounded-md bg-warn-wash px-3 py-2 text-warn">
    {flaws.map((flaw) => (
      <li key={flaw} className="wrap-anywhere">
        {flaw}
      </li>
    ))}
  </ul>
);

const Comparing = ({ compared, isSame, onStop }: { compared: Span; isSame: boolean; onStop: () => void }) => (
  <p className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-accent-wash px-3 py-1.5">
    <span className="min-w-0 wrap-anywhere">
      {isSame
        ? "Choose another span to see how it differs from this one."
        : `Compared with ${compared.name || "Unnamed"}.`}
    </span>
    <Button size="small" look="ghost" keys="escape" onClick={onStop}>
      Stop comparing
    </Button>
  </p>
);
