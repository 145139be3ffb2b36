"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { pageOf } from "@/app/(studio)/_components/address";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { datasetVersionsQuery } from "@/lib/client/datasets";
import { CreateVersion } from "./create-version";
import { VersionChanges } from "./version-changes";
import { versionColumns } from "./version-columns";

interface Props {
  datasetId: string;
  mayChange: boolean;
}

/** A dataset's versions, or the changes since the one in the address. */
export function VersionsTab({ datasetId, mayChange }: Props) {
  const { get } = useAddress();
  const open = get("version");
  return open ? (
    <VersionChanges key={open} datasetId={datasetId} versionId={open} mayChange={mayChange} />
  ) : (
    <Versions datasetId={datasetId} mayChange={mayChange} />
  );
}

function Versions({ datasetId, mayChange }: Props) {
  const { get, set } = useAddress();
  const [isCreating, setCreating] = useState(false);
  const found = useQuery({
    ...datasetVersionsQuery(datasetId, pageOf(get("versions"))),
    placeholderData: keepPreviousData,
  });
  const create = mayChange ? <Button onClick={() => setCreating(true)}>Create a version</Button> : null;
  return (
    <>
      {found.data && found.data.count > 0 ? <div className="mb-3 flex justify-end">{create}</div> : null}
      <PagedTable
        found={found}
        noun="versions"
        caption="Versions"
        columns={versionColumns((version) => set({ version }, { keepsBack: true }))}
        rowKey={({ id }) => id}
        pageName="versions"
        empty={
          <EmptyState title="No versions yet" action={create}>
            A version keeps the rows as they are now, under a name. Runs can use a version, you can see what changed
            since, and you can restore it.
          </EmptyState>
        }
      />
      {isCreating ? <CreateVersion datasetId={datasetId} onClose={() => setCreating(false)} /> : null}
    </>
  );
}
