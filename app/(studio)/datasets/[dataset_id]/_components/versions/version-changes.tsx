"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { cutText } from "@/app/_ui/figure/cut-text";
import { quantity } from "@/app/_ui/figure/numbers";
import { pageOf } from "@/app/(studio)/_components/address";
import { ChangeList } from "@/app/(studio)/_components/change-list";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { datasetVersionChangesQuery, datasetVersionChoicesQuery } from "@/lib/client/datasets";
import type { Output } from "@/lib/contracts/contract";
import type { compareDatasetVersion, DatasetVersion } from "@/lib/contracts/datasets/versions";
import { rowNumber } from "@/lib/datasets/rules/row-number";
import { VersionActions } from "./version-actions";

interface Props {
  datasetId: string;
  versionId: string;
  mayChange: boolean;
}

const NOW = "now";

/** How the rows of a version differ from those of another one, or from the rows as they are. */
export function VersionChanges({ datasetId, versionId, mayChange }: Props) {
  const { set } = useAddress();
  const versions = useQuery(datasetVersionChoicesQuery(datasetId));
  const version = versions.data?.results.find(({ id }) => id === versionId);
  const back = (
    <Button size="small" onClick={() => set({ version: null, against: null, page: null })}>
      All versions
    </Button>
  );
  if (versions.isError)
    return (
      <ErrorState title="The versions could not be loaded" error={versions.error} onRetry={() => versions.refetch()} />
    );
  const cut = versions.data ? cutText(versions.data, "version") : null;
  if (versions.data && !version)
    return (
      <EmptyState title={cut ? "This version is not among the newest" : "This version does not exist"} action={back}>
        {cut ?? "It may have been deleted."}
      </EmptyState>
    );
  return (
    <section aria-label="Version" className="grid gap-4">
      <div className="flex flex-wrap items-start gap-3">
        {back}
        <div className="mr-auto grid">
          <h2 className="text-base font-medium">
            {version ? `Version ${version.number}: ${version.name}` : "Version"}
          </h2>
          {version ? (
            <p className="text-soft">
              {quantity(version.row_count, "row")}
              {version.description ? `. ${version.description}` : ""}
            </p>
          ) : null}
        </div>
        {version && mayChange ? <VersionActions version={version} /> : null}
      </div>
      <ChangedRows datasetId={datasetId} versionId={versionId} versions={versions.data?.results ?? []} cut={cut} />
    </section>
  );
}

interface RowsProps {
  datasetId: string;
  versionId: string;
  versions: readonly DatasetVersion[];
  /** What they leave out. */
  cut: string | null;
}

function ChangedRows({ datasetId, versionId, versions, cut }: RowsProps) {
  const { get, set } = useAddress();
  const against = versions.find(({ id }) => id === get("against"))?.id;
  const page = pageOf(get("page"));
  const found = useQuery({
    ...datasetVersionChangesQuery({ dataset_id: datasetId, version_id: versionId, page, ...(against && { against }) }),
    placeholderData: keepPreviousData,
  });
  const others = versions.filter(({ id }) => id !== versionId);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-medium">Compared with</h3>
        <Select
          aria-label="Compare with"
          className="w-72!"
          value={against ?? NOW}
          options={[
            { value: NOW, label: "The rows as they are now" },
            ...others.map(({ id, number, name }) => ({ value: id, label: `Version ${number}: ${name}` })),
          ]}
          onChange={(next) => set({ against: next === NOW ? null : next, page: null })}
        />
        {cut ? <p className="text-xs text-faint">{cut}</p> : null}
        {found.data ? (
          <p aria-live="polite" className="text-soft">
            {found.data.count === 0 ? "" : quantity(found.data.count, "row differs", "rows differ")}
          </p>
        ) : null}
      </div>
      <PagedList
        found={found}
        noun="rows"
        page={page}
        onPage={(next) => set({ page: next })}
        columns={2}
        empty={<EmptyState title="No differences">Every row is the same on both sides.</EmptyState>}
      >
        {(rows) => (
          <ol className="grid gap-4">
            {rows.map((row) => (
              <ChangedRow key={row.row_id} row={row} />
            ))}
          </ol>
        )}
      </PagedList>
    </>
  );
}

type Row = Output<typeof compareDatasetVersion>["results"][number];

const words = { added: "Added", changed: "Changed", removed: "Removed" } as const;

const ChangedRow = ({ row: { order, change, cells } }: { row: Row }) => (
  <li className="grid gap-2 rounded-lg border border-line p-4">
    <h4 className="font-medium">
      {words[change]}: row {rowNumber(order).toLocaleString("en")}
    </h4>
    <ChangeList
      changes={cells.map(({ column, column_id, before, after }) => ({
        path: [column ?? column_id],
        kind: before === null ? "added" : after === null ? "removed" : "changed",
        before,
        after,
      }))}
    />
  </li>
);
