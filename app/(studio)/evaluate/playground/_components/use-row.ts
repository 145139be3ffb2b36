"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { rowNumberOf } from "@/app/(studio)/datasets/_components/row-number";
import { cellOf } from "@/app/(studio)/datasets/[dataset_id]/_components/cells";
import { datasetTableQuery, pageOfRow, TABLE_ROWS } from "@/lib/client/datasets";
import { columnsFor, type InputKey } from "../../_components/mapping";
import type { Texts } from "./form";

/** The dataset row in the address, and its values for the inputs. */
export function useRow(keys: readonly InputKey[]) {
  const { get } = useAddress();
  const datasetId = get("dataset") ?? null;
  const rowNumber = rowNumberOf(get("row"));
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const enabled = datasetId !== null;
  const at = (row: number) => ({
    ...datasetTableQuery({ dataset_id: datasetId ?? "", page: pageOfRow(row) }),
    enabled,
  });
  const table = useQuery(at(rowNumber));
  // The page of the next row, preloaded.
  useQuery(at(rowNumber + 1));
  const columns = table.data?.column_config ?? [];
  const row = table.data?.table[(rowNumber - 1) % TABLE_ROWS];
  const mapped = columnsFor(keys, columns, chosen);
  const inputs: Texts = Object.fromEntries(
    Object.entries(mapped).flatMap(([key, id]) => {
      const text = row && id ? cellOf(row, { id }) : null;
      return text === null ? [] : [[key, text]];
    }),
  );
  return {
    datasetId,
    rowNumber,
    table,
    columns,
    total: table.data?.metadata.total_rows ?? null,
    row,
    mapped,
    setMapped: setChosen,
    inputs,
    /** Changes with the row. */
    at: row ? `row ${row.row_id}` : null,
  };
}
