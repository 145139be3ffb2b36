"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSettled } from "@/app/_components/use-settled";
import { Missing } from "@/app/_ui/feedback/missing";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { previewTraceRowsQuery } from "@/lib/client/traces";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { isPath, type MappingLine, mappingOf } from "./trace-mapping";

const PAUSE_MS = 300;

/** The first rows, as the columns would be filled. */
export function TraceRowsPreview({ chosen, lines }: { chosen: TraceChoice; lines: readonly MappingLine[] }) {
  const mapping = useSettled(mappingOf(lines.filter(({ path }) => isPath(path.trim()))), PAUSE_MS);
  const isAny = mapping.some(({ path }) => path !== null);
  const { data, isError } = useQuery({
    ...previewTraceRowsQuery({ ...chosen, mapping }),
    enabled: isAny,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Preview" className="min-w-0">
      <h3 className="mb-1 font-medium">First rows</h3>
      {!isAny ? (
        <p className="text-soft">Give at least one column a value.</p>
      ) : isError ? (
        <p className="text-soft">The preview could not be loaded.</p>
      ) : data ? (
        <Rows
          // Traces without any value do not become rows.
          rows={data.rows.filter(({ cells }) => cells.some((cell) => cell !== null))}
          columns={mapping.map(({ column }) => column)}
          none={data.rows.length > 0 ? "The first traces have no values, and will be left out." : "No trace matches."}
        />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

interface RowsProps {
  rows: { trace_id: string; cells: (string | null)[] }[];
  columns: string[];
  /** Why there are no rows. */
  none: string;
}

function Rows({ rows, columns, none }: RowsProps) {
  if (rows.length === 0) return <p className="text-soft">{none}</p>;
  return (
    <ScrollRegion label="First rows" className="overflow-x-auto">
      <table className="w-full border-collapse text-xs">
        <thead>
          <tr className="border-b border-line text-left text-faint">
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1 pr-4 font-normal">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ trace_id, cells }) => (
            <tr key={trace_id} className="border-b border-line align-top last:border-0">
              {columns.map((column, index) => (
                <td key={column} className="max-w-60 py-1 pr-4">
                  <span dir="auto" className="line-clamp-2 wrap-anywhere">
                    {cells[index] ?? <Missing reason="The trace has no value" />}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
