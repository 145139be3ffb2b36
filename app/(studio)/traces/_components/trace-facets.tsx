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

type Facet = Output<typeof listTraceFacets>["facets"][number];

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
      {data.is_partial ? <p className="text-xs text-faint">Counts are of the newest 10,000 matching traces.</p> : null}
    </>
  );
}

const FEW = 6;

function FacetValues({ facet: { name, values }, chosen }: { facet: Facet; chosen: string | null }) {
  const { set } = useAddress();
  const [showsAll, setShowsAll] = useState(false);
  const shown = values.filter(({ value }, index) => showsAll || index < FEW || value === chosen);
  const title = facetTitles[name];
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-xs font-medium text-faint">{title}</h2>
      <ul>
        {shown.map(({ value, label, count }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === chosen}
              onClick={() => set({ [addressNameOf(name)]: value === chosen ? null : value, after: null })}
              className={classNames(
                "flex min-h-7 w-full items-baseline justify-between gap-2 rounded-md px-2 py-0.5 text-left pointer-coarse:min-h-11 pointer-coarse:items-center",
                value === chosen ? "bg-accent-wash text-accent" : "hover:bg-hover",
              )}
            >
              <span dir="auto" className="min-w-0 truncate" title={facetWord(name, value, label)}>
                {facetWord(name, value, label)}
              </span>
              <span className="text-xs text-faint tabular-nums">{countText(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {values.length > FEW ? (
        <Button size="small" look="ghost" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Fewer" : `${values.length - FEW} more`}
        </Button>
      ) : null}
    </section>
  );
}
