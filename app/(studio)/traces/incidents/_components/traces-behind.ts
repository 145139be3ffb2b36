import { links } from "@/lib/client/links";
import type { Incident } from "@/lib/contracts/alerts/incidents";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { addressNameOf } from "../../_components/trace-query";

/** The list of the traces behind an incident. */
export function tracesBehind(filters: NonNullable<Incident["traces"]>): string {
  const names = Object.entries(filters).flatMap(([name, value]) =>
    // Safe: the fields are those of the list's filters.
    value === undefined ? [] : [[addressNameOf(name as keyof TraceFilters), String(value)]],
  );
  return links.traces(Object.fromEntries(names));
}
