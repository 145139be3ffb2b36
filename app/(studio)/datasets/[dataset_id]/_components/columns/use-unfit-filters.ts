"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { datasetColumnsQuery } from "@/lib/client/datasets";
import { filtersIn, filtersText } from "@/lib/datasets/rules/row-arrangement";
import { fittingFilters, removedText } from "./filter-words";

interface Found {
  datasetId: string;
  /** As in the address. */
  filters: string;
  /** Whether the rows could not be loaded. */
  isError: boolean;
}

/** Removes filters that their columns no longer fit: the server refuses them. Says which, until the filters change. */
export function useUnfitFilters({ datasetId, filters, isError }: Found) {
  const { set } = useAddress();
  const [removed, setRemoved] = useState<{ kept: string; text: string } | null>(null);
  const mayBeUnfit = isError && filters !== "";
  const { data, isFetching } = useQuery({ ...datasetColumnsQuery(datasetId), enabled: mayBeUnfit });
  const columns = mayBeUnfit && !isFetching ? data?.column_config : undefined;
  const isUnfit = columns !== undefined && fittingFilters(filtersIn(filters), columns).unfit.length > 0;
  useEffect(() => {
    if (!columns || !isUnfit) return;
    const { kept, unfit } = fittingFilters(filtersIn(filters), columns);
    const text = filtersText(kept);
    setRemoved({ kept: text ?? "", text: removedText(unfit, columns) });
    set({ filters: text, row: null }, { keepsBack: false });
  }, [isUnfit, filters, columns, set]);
  return {
    removed: removed?.kept === filters ? removed.text : null,
    /** The rows may load once the filters are removed. */
    isChecking: mayBeUnfit && (isFetching || isUnfit),
  };
}
