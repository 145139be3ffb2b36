"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { SearchInput } from "@/app/_ui/list/search-input";
import { PageHeader } from "@/app/_ui/page/page-header";
import { gatewayKeysQuery } from "@/lib/client/gateway";
import { ListError } from "../../_components/past-end";
import { CreateKeyDialog } from "./key-dialog";
import { keyFilterOf } from "./key-filter";
import { KeyTable } from "./key-table";
import { Older } from "./older";

const statusOptions = [
  { value: "all", label: "All statuses" },
  { value: "active", label: "Active" },
  { value: "expired", label: "Expired" },
  { value: "revoked", label: "Revoked" },
];

export function KeysScreen() {
  const { get, set } = useAddress();
  const filter = keyFilterOf(get);
  const keys = useQuery({ ...gatewayKeysQuery(filter), placeholderData: keepPreviousData });
  const [creating, setCreating] = useState(false);
  const open = () => setCreating(true);
  useShortcuts("Page", [{ keys: "c", description: "Create a gateway key", run: open }]);
  const create = (
    <Button look="primary" keys="c" onClick={open}>
      Create key
    </Button>
  );
  const isFiltered = Boolean(filter.search || filter.status || filter.after);
  return (
    <>
      <PageHeader
        title="Gateway keys"
        description="Programs use these keys to call models. Each key has its own limits, budget and credits."
        actions={create}
      />
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchInput
          label="Search keys"
          value={filter.search ?? ""}
          onChange={(search) => set({ search, after: null }, { keepsBack: false })}
        />
        <Select
          aria-label="Status"
          className="w-36!"
          value={filter.status ?? "all"}
          options={statusOptions}
          onChange={(status) => set({ status: status === "all" ? null : status, after: null })}
        />
      </div>
      {keys.isPending ? (
        <TableSkeleton columns={6} />
      ) : keys.isError ? (
        <ListError
          title="The keys could not be loaded"
          error={keys.error}
          onRetry={() => keys.refetch()}
          onFirst={() => set({ after: null })}
        />
      ) : keys.data.data.length === 0 ? (
        isFiltered ? (
          <EmptyState
            title="No matching keys"
            action={<Button onClick={() => set({ search: null, status: null, after: null })}>Show all keys</Button>}
          >
            Search by name, owner or key prefix.
          </EmptyState>
        ) : (
          <EmptyState title="No gateway keys yet" action={create}>
            With a key, a program can call models through the gateway as any OpenAI client does. Each key limits models
            and spend.
          </EmptyState>
        )
      ) : (
        <>
          <KeyTable keys={keys.data.data} stale={keys.isPlaceholderData} />
          <Older
            noun="keys"
            isFirst={!filter.after}
            last={keys.data.has_more ? keys.data.data.at(-1)?.id : undefined}
            onAfter={(after) => set({ after })}
          />
        </>
      )}
      <CreateKeyDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}
