import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { beginningOf } from "@/app/_ui/text/graphemes";
import type { FilePreview } from "./preview-file";

const SHOWN = 160;

export function PreviewTable({ columns, rows }: FilePreview) {
  return (
    <section aria-label="First rows" className="min-w-0">
      <p className="mb-1 text-xs text-faint">
        {columns.length === 1 ? "1 column" : `${columns.length} columns`}; the first{" "}
        {rows.length === 1 ? "row" : `${rows.length} rows`}
      </p>
      <ScrollRegion label="First rows, scrollable" className="overflow-x-auto rounded-md border border-line">
        <table className="w-full border-collapse text-xs">
          <thead className="bg-sunk text-left text-faint">
            <tr>
              {columns.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a file may give two columns the same name
                <th key={index} scope="col" className="h-8 px-3 font-normal whitespace-nowrap">
                  {name || <span className="sr-only">Unnamed</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity but their position
              <tr key={index} className="h-8 border-t border-line">
                {columns.map((name, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a file may give two columns the same name
                  <td key={`${column} ${name}`} className="max-w-64 truncate px-3">
                    {beginningOf(row[column] ?? "", SHOWN)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
