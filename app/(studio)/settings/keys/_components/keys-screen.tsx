"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { Pager } from "@/app/_ui/pager";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { pageOf } from "@/app/(studio)/_components/address";
import { PastEnd } from "@/app/(studio)/_components/past-end";
import { KEY_ROWS, keysQuery, personQuery } from "@/lib/client/account";
import { mayManageMembers, mayWrite } from "@/lib/client/roles";
import { CreateKeyDialog } from "./create-key-dialog";
import { KeyTable } from "./key-table";

export function KeysScreen() {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const keys = useQuery({ ...keysQuery(page), placeholderData: keepPreviousData });
  const role = useQuery(personQuery()).data?.organization_role;
  const [creating, setCreating] = useState(false);
  const open = () => setCreating(true);
  const may = mayWrite(role);
  useShortcuts("Page", may ? [{ keys: "c", description: "Create an API key", run: open }] : []);
  const create = (
    <Button look="primary" keys="c" onClick={open}>
      Create key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description={
          mayManageMembers(role)
            ? "Programs call the API with them. You see everybody's; others see their own."
            : "Your programs call the API with them, as you."
        }
        actions={may ? create : null}
      />
      {keys.isPending ? (
        <TableSkeleton columns={4} rows={4} />
      ) : keys.isError ? (
        <ErrorState title="The API keys could not be loaded" error={keys.error} onRetry={() => keys.refetch()} />
      ) : keys.data.table.length === 0 && page > 1 ? (
        <PastEnd onFirst={() => set({ page: null })} />
      ) : keys.data.table.length === 0 ? (
        <EmptyState title="No API keys" action={may ? create : null}>
          {may
            ? "A key lets a program import datasets, add items and read annotations as you, and call the gateway."
            : "Viewers cannot create API keys. Ask an Owner or an Admin for another role."}
        </EmptyState>
      ) : (
        <>
          <KeyTable
            keys={keys.data.table}
            stale={keys.isPlaceholderData}
            showsPeople={mayManageMembers(role)}
            mayChange={may}
          />
          <Pager
            page={page}
            limit={KEY_ROWS}
            count={keys.data.metadata.total_rows}
            noun="keys"
            onPage={(next) => set({ page: String(next) })}
          />
        </>
      )}
      <CreateKeyDialog open={creating} onOpenChange={setCreating} />
    </>
  );
}
