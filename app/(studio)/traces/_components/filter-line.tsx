"use client";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { countText, latencyText } from "@/app/_ui/figure/numbers";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { projectChoicesQuery, traceFacetsQuery } from "@/lib/client/traces";
import { spanVerdicts } from "@/lib/contracts/evaluation/names";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { oneOf } from "../../_components/address";
import { FilterSelect, SearchFilter } from "../../_components/filters";
import { MomentFilter } from "../../_components/moment-filter";
import { usdText } from "../../gateway/_components/usd";
import { facetNames, facetTitles, facetWord } from "./trace-facets";
import { addressNameOf, filterNames, timeNames } from "./trace-query";
import { TraceRanges } from "./trace-ranges";
import { verdictWords } from "./verdict-words";

const verdictOptions = spanVerdicts.map((value) => ({ value, label: verdictWords[value] }));
const timeWords = { hour: "Last hour", day: "Last day", week: "Last week", month: "Last 30 days" };
const timeOptions = timeNames.map((value) => ({ value, label: timeWords[value] }));
const annotatedOptions = [
  { value: "true", label: "Annotated" },
  { value: "false", label: "Not annotated" },
] as const;

/** The search and the choices above the list. */
export function FilterLine({ filters }: { filters: TraceFilters }) {
  const { get } = useAddress();
  return (
    <>
      <SearchFilter label="Search traces" />
      <FilterSelect
        name="time"
        label="Time"
        width="w-36!"
        value={oneOf(timeNames, get("time"))}
        all="All time"
        options={timeOptions}
      />
      <FilterSelect
        name="verdict"
        label="Verdict"
        width="w-40!"
        value={filters.verdict}
        all="Any verdict"
        options={verdictOptions}
      />
      <FilterSelect
        name="annotated"
        label="Annotation"
        width="w-44!"
        value={filters.annotated === undefined ? undefined : filters.annotated ? "true" : "false"}
        all="Annotated or not"
        options={annotatedOptions}
      />
    </>
  );
}

/** What the side has beside the facets: ranges, an exact time, and internal traces. */
export function MoreFilters({ filters }: { filters: TraceFilters }) {
  const { set } = useAddress();
  return (
    <>
      <TraceRanges />
      <fieldset>
        <legend className="mb-1 text-xs font-medium text-faint">Started</legend>
        <div className="grid gap-2">
          <MomentFilter name="since" label="Started at or after" />
          <MomentFilter name="until" label="Started before" />
        </div>
      </fieldset>
      <Checkbox
        label="Assay's own calls"
        hint="Of judges, simulated customers and generated scenarios"
        checked={filters.include_internal ?? false}
        onChange={(on) => set({ internal: on ? "true" : null, after: null })}
      />
    </>
  );
}

const rangeWords = {
  min_latency_ms: (value: number) => `Latency from ${latencyText(value)}`,
  max_latency_ms: (value: number) => `Latency to ${latencyText(value)}`,
  min_tokens: (value: number) => `Tokens from ${countText(value)}`,
  max_tokens: (value: number) => `Tokens to ${countText(value)}`,
  min_cost_usd: (value: number) => `Cost from ${usdText(value)}`,
  max_cost_usd: (value: number) => `Cost to ${usdText(value)}`,
};

/** The filters in force that the line above does not show, each with a button to remove it. */
export function FilterChips({ filters }: { filters: TraceFilters }) {
  const { set } = useAddress();
  const projects = useQuery({ ...projectChoicesQuery(), enabled: filters.project_id !== undefined });
  const project = projects.data?.results.find(({ id }) => id === filters.project_id)?.name;
  const facets = useQuery({ ...traceFacetsQuery(filters), enabled: filters.evaluation_id !== undefined });
  const chips: [name: keyof TraceFilters, text: string][] = facetNames.flatMap((name) => {
    const value = filters[name];
    const word = name === "project_id" ? (project ?? "One project") : facetWord(name, String(value));
    return value === undefined ? [] : [[name, `${facetTitles[name]}: ${word}`]];
  });
  for (const [name, words] of Object.entries(rangeWords)) {
    // Safe: they are the names of that object.
    const key = name as keyof typeof rangeWords;
    const value = filters[key];
    if (value !== undefined) chips.push([key, words(value)]);
  }
  if (filters.session_id) chips.push(["session_id", "One session"]);
  if (filters.evaluation_id) {
    const own = facets.data?.evaluations.find(({ evaluation_id }) => evaluation_id === filters.evaluation_id);
    chips.push(["evaluation_id", own ? `Evaluation: ${own.name}` : "One evaluation"]);
  }
  if (chips.length === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      {chips.map(([name, text]) => (
        <RemovableFilter key={name} onRemove={() => set({ [addressNameOf(name)]: null, after: null })}>
          {text}
        </RemovableFilter>
      ))}
      <Button
        look="ghost"
        onClick={() => set({ ...Object.fromEntries(filterNames.map((name) => [name, null])), after: null })}
      >
        Clear all filters
      </Button>
    </div>
  );
}
