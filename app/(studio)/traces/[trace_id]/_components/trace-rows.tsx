"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import { traceRowsQuery } from "@/lib/client/traces";
import { rowNumber } from "@/lib/datasets/rules/row-number";

/** The dataset rows that were made from the trace; nothing if there are none. */
export function TraceRows({ traceId }: { traceId: string }) {
  const rows = useQuery(traceRowsQuery(traceId)).data ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label="Dataset rows" className="mt-8">
      <h2 className="mb-2 font-medium">Dataset rows</h2>
      <ul className="grid gap-1">
        {rows.map(({ row_id, dataset_id, dataset_name, order, created_at }) => (
          <li key={row_id} className="flex flex-wrap items-baseline gap-x-3">
            <NextLink className="reach text-accent hover:underline" href={links.datasetRow(dataset_id, row_id)}>
              {dataset_name}, row {rowNumber(order).toLocaleString("en")}
            </NextLink>
            <span className="text-xs text-faint">
              <Time at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
