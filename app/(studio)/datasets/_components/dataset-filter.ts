import type { DatasetFilter } from "@/lib/client/datasets";

/** A page and a search, as the address says them. The server and the browser read it alike. */
export function datasetFilterOf(get: (name: string) => string | undefined): Required<DatasetFilter> {
  return { page: Math.max(1, Number.parseInt(get("page") ?? "1", 10) || 1), search: get("search") ?? "" };
}
