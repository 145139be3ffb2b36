"use client";
import { useQuery } from "@tanstack/react-query";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { datasetOptions } from "@/app/(studio)/datasets/_components/dataset-options";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { rowNumber as numberOf } from "@/lib/datasets/rules/row-number";
import type { InputKey } from "../../_components/mapping";
import { MappingFields } from "../../_components/mapping-fields";
import { Stepper } from "./stepper";
import type { Fill } from "./use-fill";

interface Props {
  fill: Fill;
  keys: readonly InputKey[];
}

/** Rows keep their numbers when others are deleted, so a row's number may differ from its position. */
function positionText(number: number, position: number, total: number): string {
  const [name, at, all] = [number, position, total].map((figure) => figure.toLocaleString("en"));
  return number === position ? `Row ${name} of ${all}` : `Row ${name}, ${at} of ${all} rows`;
}

/** A dataset's row, and the columns that fill the inputs. */
export function RowFields({ fill: { row: from, go }, keys }: Props) {
  const datasets = useQuery(datasetChoicesQuery());
  const { datasetId, rowNumber, total, table, row } = from;
  return (
    <>
      <Field label="Dataset">
        <SearchSelect
          options={datasetOptions(datasets.data?.datasets)}
          value={datasetId}
          onChange={(dataset) => go({ dataset, row: null })}
          placeholder="Type a dataset's name"
          empty={datasets.isPending ? "Loading…" : "No dataset matches"}
        />
      </Field>
      {datasetId === null ? null : table.isError ? (
        <ErrorState title="The row could not be loaded" error={table.error} onRetry={() => table.refetch()} />
      ) : table.isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <>
          {keys.length > 0 ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
              <MappingFields keys={keys} columns={from.columns} value={from.mapped} onChange={from.setMapped} />
            </div>
          ) : null}
          <Stepper
            text={row ? positionText(numberOf(row.order), rowNumber, total ?? 0) : "Row not found"}
            noun="row"
            onPrevious={rowNumber > 1 ? () => go({ row: String(row ? rowNumber - 1 : 1) }) : null}
            onNext={row && rowNumber < (total ?? 0) ? () => go({ row: String(rowNumber + 1) }) : null}
          />
        </>
      )}
    </>
  );
}
