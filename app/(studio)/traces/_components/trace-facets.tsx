"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { classNames } from "@/app/_ui/class-names";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { countText } from "@/app/_ui/figure/numbers";
import { traceFacetsQuery } from "@/lib/client/traces";
import type { Output } from "@/lib/contracts/contract";
import type { TraceFacetName, TraceFilters } from "@/lib/contracts/traces/trace-filters";
import type { listTraceFacets } from "@/lib/contracts/traces/traces";
import { addressNameOf } from "./trace-query";
import { verdictWords } from "./verdict-words";

type Facet = Output<typeof listTraceFacets>["facets"][number];
type Evaluations = Output<typeof listTraceFacets>["evaluations"];

export const facetTitles: Record<TraceFacetName, string> = {
  project_id: "Project",
  status: "Status",
  has_error: "Spans",
  name: "Name",
  model: "Model",
  user: "User",
  environment: "Environment",
  tag: "Tag",
  prompt: "Prompt",
};
// Safe: they are the names of that object.
export const facetNames = Object.keys(facetTitles) as TraceFacetName[];

const words: Partial<Record<TraceFacetName, Record<string, string>>> = {
  status: { OK: "OK", ERROR: "Error", UNSET: "Running" },
  has_error: { true: "With a failed span", false: "Without failures" },
};
export const facetWord = (name: TraceFacetName, value: string, label = value): string => words[name]?.[value] ?? label;

/** The values of each filter with their number of traces. A click chooses a value, another one removes it. */
export function TraceFacets({ filters }: { filters: TraceFilters }) {
  const { data, isError, refetch } = useQuery({ ...traceFacetsQuery(filters), placeholderData: keepPreviousData });
  if (isError)
    return (
      <p className="text-soft">
        The counts could not be loaded.{" "}
        <Button size="small" onClick={() => refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data) return <Skeleton className="h-64" />;
  const facets = new Map(data.facets.map((facet) => [facet.name, facet]));
  return (
    <>
      {facetNames.map((name) => {
        const facet = facets.get(name);
        return facet && facet.values.length > 0 ? (
          <FacetValues key={name} facet={facet} chosen={filters[name] === undefined ? null : String(filters[name])} />
        ) : null;
      })}
      {data.evaluations.length > 0 ? <EvaluationValues evaluations={data.evaluations} filters={filters} /> : null}
      {data.is_partial ? (
        <p className="text-xs text-faint">
          Counts are of the newest 10,000 matching traces, and at most 100,000 scores.
        </p>
      ) : null}
    </>
  );
}

const FEW = 6;

interface Line {
  key: string;
  label: string;
  count: number;
  isChosen: boolean;
  /** What a click sets in the address; another click removes it. */
  change: Record<string, string>;
  isIndented?: boolean;
}

/** The values of one filter. */
function FacetValues({ facet: { name, values }, chosen }: { facet: Facet; chosen: string | null }) {
  const lines = values.map(
    ({ value, label, count }): Line => ({
      key: value,
      label: facetWord(name, value, label),
      count,
      isChosen: value === chosen,
      change: { [addressNameOf(name)]: value },
    }),
  );
  return <FacetLines title={facetTitles[name]} lines={lines} />;
}

/** The evaluations of tasks, each with its verdicts. */
function EvaluationValues({ evaluations, filters }: { evaluations: Evaluations; filters: TraceFilters }) {
  const names = [addressNameOf("evaluation_id"), addressNameOf("verdict")] as const;
  const lines = evaluations.flatMap(({ evaluation_id: id, name, task_name, count, verdicts }): Line[] => {
    const isOwn = filters.evaluation_id === id;
    const passes = verdicts.some(({ verdict }) => verdict === "passed" || verdict === "failed");
    return [
      {
        key: id,
        label: `${name}, ${task_name}`,
        count,
        isChosen: isOwn && filters.verdict === undefined,
        change: { [names[0]]: id },
      },
      // What passed or failed is scored: this adds nothing where all verdicts are one of both.
      ...verdicts
        .filter(({ verdict }) => !(passes && verdict === "scored"))
        .map(({ verdict, count: own }) => ({
          key: `${id} ${verdict}`,
          label: verdictWords[verdict],
          count: own,
          isChosen: isOwn && filters.verdict === verdict,
          change: { [names[0]]: id, [names[1]]: verdict },
          isIndented: true,
        })),
    ];
  });
  return <FacetLines title="Evaluation" lines={lines} cleared={names} few={2 * FEW} />;
}

interface LinesProps {
  title: string;
  lines: readonly Line[];
  /** The address's names that a choice replaces. */
  cleared?: readonly string[];
  few?: number;
}

function FacetLines({ title, lines, cleared = [], few = FEW }: LinesProps) {
  const { set } = useAddress();
  const [showsAll, setShowsAll] = useState(false);
  const shown = lines.filter(({ isChosen }, index) => showsAll || index < few || isChosen);
  const choose = ({ change, isChosen }: Line) => {
    const none = Object.fromEntries([...cleared, ...Object.keys(change)].map((name) => [name, null]));
    set({ ...none, ...(isChosen ? {} : change), after: null });
  };
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-xs font-medium text-faint">{title}</h2>
      <ul>
        {shown.map((line) => (
          <li key={line.key} className={line.isIndented ? "pl-3" : undefined}>
            <button
              type="button"
              aria-pressed={line.isChosen}
              onClick={() => choose(line)}
              className={classNames(
                "flex min-h-7 w-full items-baseline justify-between gap-2 rounded-md px-2 py-0.5 text-left pointer-coarse:min-h-11 pointer-coarse:items-center",
                line.isChosen ? "bg-accent-wash text-accent" : "hover:bg-hover",
              )}
            >
              <span dir="auto" className="min-w-0 truncate" title={line.label}>
                {line.label}
              </span>
              <span className="text-xs text-faint tabular-nums">{countText(line.count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {lines.length > few ? (
        <Button size="small" look="ghost" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Fewer" : `${lines.length - few} more`}
        </Button>
      ) : null}
    </section>
  );
}
