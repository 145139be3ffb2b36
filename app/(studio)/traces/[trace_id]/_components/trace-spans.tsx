"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { countText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { traceScoresQuery } from "@/lib/client/traces";
import { toggled } from "@/lib/toggled";
import { PeopleScores } from "../../_components/people-scores";
import { SpanDetail } from "./span/span-detail";
import { TraceScores } from "./trace-scores";
import { ErrorJumps } from "./tree/error-jumps";
import { allFlaws } from "./tree/flaws";
import { SpanTree } from "./tree/span-tree";
import { axisOf } from "./tree/timeline";
import { firstCause, idsAbove, openRows, treeOf } from "./tree/tree";
import type { WholeTrace } from "./whole-trace";

/** The rows of a trace's tree, which are folded, and which one is chosen. Where a trace failed, its cause is chosen first. */
function useTree(trace: WholeTrace) {
  const { get, set } = useAddress();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => treeOf(trace.spans), [trace.spans]);
  const spanOf = (id: string | undefined) => rows.find(({ span }) => span.span_id === id)?.span;
  const chosen = spanOf(get("span")) ?? firstCause(rows) ?? rows[0]?.span;
  const shown = openRows(rows, folded);
  const choose = (span: string) => {
    const above = idsAbove(rows, span);
    if (above.some((id) => folded.has(id))) setFolded(new Set([...folded].filter((id) => !above.includes(id))));
    set({ span }, { keepsBack: false });
  };
  const fold = (id: string) => {
    setFolded(toggled(folded, id));
    if (chosen && idsAbove(rows, chosen.span_id).includes(id)) set({ span: id }, { keepsBack: false });
  };
  const step = (by: number) => {
    const next = shown[shown.findIndex(({ span }) => span === chosen) + by];
    if (next) choose(next.span.span_id);
  };
  const compare = (id: string | null) => set({ compare: id }, { keepsBack: false });
  return { rows, shown, folded, chosen, compared: spanOf(get("compare")), spanOf, choose, fold, step, compare };
}

/** The tree of spans beside the chosen one, and all scores below. */
export function TraceSpans({ trace }: { trace: WholeTrace }) {
  const { rows, shown, folded, chosen, compared, spanOf, choose, fold, step, compare } = useTree(trace);
  const scores = useQuery(traceScoresQuery(trace.id));
  const axis = useMemo(() => axisOf(trace.spans), [trace.spans]);
  const isWhole = trace.span_count <= trace.spans.length;
  const flaws = useMemo(() => allFlaws(rows, axis, isWhole), [rows, axis, isWhole]);
  useShortcuts("Page", [
    { keys: "j", description: "Next span", run: () => step(1) },
    { keys: "k", description: "Previous span", run: () => step(-1) },
  ]);
  if (!chosen) return <p className="text-soft">No spans of this trace have arrived yet.</p>;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 lg:sticky lg:top-4">
          <ErrorJumps
            errors={rows.flatMap(({ span }) => (span.status === "ERROR" ? span.span_id : []))}
            count={trace.error_spans}
            ids={rows.map(({ span }) => span.span_id)}
            chosen={chosen.span_id}
            onChoose={choose}
          />
          <SpanTree
            {...{ rows: shown, axis, flaws, folded }}
            scores={scores.data}
            chosen={chosen.span_id}
            onChoose={choose}
            onFold={fold}
          />
          {isWhole ? null : <NotShown trace={trace} />}
        </div>
        <SpanDetail
          trace={trace}
          span={chosen}
          flaws={flaws.get(chosen.span_id) ?? []}
          isParentHidden={!isWhole && chosen.parent_span_id !== null && !spanOf(chosen.parent_span_id)}
          scores={(scores.data ?? []).filter(({ span_id }) => span_id === chosen.span_id)}
          compared={compared}
          onCompare={compare}
        />
      </div>
      <TraceScores trace={trace} scores={scores} onChoose={choose} />
      <div className="mt-6">
        <PeopleScores title="Annotations of the trace" type="trace" id={trace.id} />
      </div>
    </>
  );
}

const NotShown = ({ trace }: { trace: WholeTrace }) => (
  <p className="text-xs text-faint">
    {countText(trace.spans.length)} of {countText(trace.span_count)} spans: the root, the first, and later ones with an
    error. {countText(trace.span_count - trace.spans.length)} are not shown.
  </p>
);
