"use client";
import { useAddress } from "@/app/_components/use-address";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import { filtersText, type RowFilter } from "@/lib/datasets/rules/row-arrangement";
import { filterText } from "./filter-words";

/** The filters of the rows, each with a way to remove it. */
export function RowFilters({ columns, filters }: { columns: readonly ConfiguredColumn[]; filters: RowFilter[] }) {
  const { set } = useAddress();
  return filters.map((filter) => (
    <RemovableFilter
      key={JSON.stringify(filter)}
      onRemove={() =>
        set({ filters: filtersText(filters.filter((other) => other !== filter)), row: null }, { keepsBack: false })
      }
    >
      {filterText(filter, columns.find(({ id }) => id === filter.column)?.name ?? "A column")}
    </RemovableFilter>
  ));
}
