"use client";
import { useQueries } from "@tanstack/react-query";
import { datasetTableQuery, TABLE_ROWS, type TableFilter } from "@/lib/client/datasets";
import type { TableRow } from "@/lib/contracts/datasets/table";
import { pagesAround, type Range } from "./row-window";

/** Loaded rows stay fresh for a while, so that scrolling back does not refetch. */
const FRESH_MS = 60_000;

interface RowWindowOptions {
  filter: Omit<Required<TableFilter>, "page">;
  /** The rendered rows. */
  range: Range;
  /** The row open beside the table; its neighbours are preloaded. */
  openIndex: number | null;
  total: number;
  /** How often rows are refetched while runs fill them; false for never. */
  refetchInterval: number | false;
}

/** The rows of a dataset by position. Rows around the rendered ones are loaded. */
export function useRowWindow({ filter, range, openIndex, total, refetchInterval }: RowWindowOptions) {
  const open = openIndex === null ? [] : pagesOf([openIndex, openIndex - 1, openIndex + 1], total);
  const around = pagesAround(range, total, TABLE_ROWS);
  const shown = [...new Set([...around.shown, ...open])];
  const beside = around.beside.filter((page) => !shown.includes(page));
  const queryOf = (page: number) => ({
    ...datasetTableQuery({ ...filter, page }),
    staleTime: FRESH_MS,
    refetchInterval,
  });
  const inView = useQueries({ queries: shown.map(queryOf) });
  // After a jump, requests for rows out of view are dropped.
  const isIn = inView.every(({ isPending }) => !isPending);
  const ahead = useQueries({ queries: beside.map((page) => ({ ...queryOf(page), enabled: isIn })) });
  const byPage = new Map([...shown, ...beside].map((page, at) => [page, [...inView, ...ahead][at]]));
  const pageWith = (index: number) => byPage.get(Math.floor(index / TABLE_ROWS) + 1)?.data;
  const rowAt = (index: number): TableRow | undefined => pageWith(index)?.table[index % TABLE_ROWS];
  return {
    rowAt,
    /** The trace that the row was made from, if any. */
    traceAt: (index: number): string | undefined => pageWith(index)?.row_traces?.[rowAt(index)?.rowId ?? ""],
    /** Pages that failed to load, and a way to retry them. */
    failed: [...inView, ...ahead].filter(({ isError }) => isError),
  };
}

const pagesOf = (indices: readonly number[], total: number): number[] =>
  indices.filter((index) => index >= 0 && index < total).map((index) => Math.floor(index / TABLE_ROWS) + 1);
