"use client";
import type { ReactNode } from "react";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { type Get, oneOf, pageOf } from "@/app/(studio)/_components/address";
import { FilterSelect, NoMatch, SearchFilter } from "@/app/(studio)/_components/filters";
import { callVerdicts, faultSides } from "@/lib/contracts/simulation/call-names";
import { sideLabels, verdictLooks } from "../words";

/** Which calls an address lists. */
export const callFilterOf = (get: Get) => ({
  page: pageOf(get("page")),
  verdict: oneOf(callVerdicts, get("verdict")),
  side: oneOf(faultSides, get("fault")),
  search: get("search") ?? "",
});

export type CallFilter = ReturnType<typeof callFilterOf>;

const verdictOptions = callVerdicts.map((value) => ({ value, label: verdictLooks[value].word }));
const sideOptions = faultSides.map((value) => ({ value, label: `${sideLabels[value]} fault` }));

/** The filters of an execution's calls. `children` are what can be done with the calls. */
export function CallFilters({ filter, children }: { filter: CallFilter; children: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <SearchFilter label="Search calls" />
      <FilterSelect
        name="verdict"
        label="Outcome"
        width="w-36!"
        value={filter.verdict}
        all="All outcomes"
        options={verdictOptions}
      />
      <FilterSelect
        name="fault"
        label="Fault"
        width="w-48!"
        value={filter.side}
        all="All fault sources"
        options={sideOptions}
      />
      {children}
    </div>
  );
}

export const NoCalls = ({ filter: { verdict, side, search } }: { filter: CallFilter }) =>
  verdict || side || search ? (
    <NoMatch noun="calls" filters={["verdict", "fault", "search"]}>
      Search the text of the calls' rows.
    </NoMatch>
  ) : (
    <EmptyState title="No calls yet">Calls appear here when they start.</EmptyState>
  );
