"use client";
import type { ComponentProps, ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { type Column, Table } from "@/app/_ui/list/table";
import type { Order } from "@/app/_ui/list/table-head";
import { pageOf } from "./address";
import { PagedList } from "./paged-list";

interface Props<Row> extends Pick<ComponentProps<typeof PagedList<Row>>, "found" | "noun"> {
  /** Describes the table; read aloud, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Lets headers of columns with `sort` change the order. */
  order?: Order;
  /** The page's name in the address, where "page" is another list's. */
  pageName?: string;
  /** Shown if the list is empty. */
  empty: ReactNode;
}

/** A PagedList that is a table, whose page is in the address. */
export function PagedTable<Row>({ found, noun, pageName = "page", empty, ...table }: Props<Row>) {
  const { get, set } = useAddress();
  return (
    <PagedList
      found={found}
      noun={noun}
      page={pageOf(get(pageName))}
      onPage={(page) => set({ [pageName]: page })}
      columns={table.columns.length}
      empty={empty}
    >
      {(rows, isStale) => <Table {...table} rows={rows} stale={isStale} />}
    </PagedList>
  );
}
