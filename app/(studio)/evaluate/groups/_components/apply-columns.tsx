"use client";
import { Loaded } from "@/app/_components/loaded";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { InputColumns } from "../../_components/input-columns";
import type { ApplyForm } from "./use-apply-form";

/** The columns of the chosen dataset that the templates receive. */
export function ApplyColumns({ apply: { form, table, keys, open } }: { apply: ApplyForm }) {
  if (form.values.datasetId === null) return null;
  return (
    <Loaded found={table} problem="The columns could not be loaded" skeleton={<Skeleton className="h-16 w-full" />}>
      {({ column_config: columns }) => (
        <InputColumns
          form={form}
          at="mapping"
          keys={keys}
          open={open.map(({ name }) => name)}
          columns={columns}
          value={form.values}
          onChange={form.set}
        />
      )}
    </Loaded>
  );
}
