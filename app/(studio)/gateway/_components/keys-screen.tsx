"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { SearchInput } from "@/app/_ui/list/search-input";
import { PageHeader } from "@/app/_ui/page/page-header";
import { gatewayKeysQuery } from "@/lib/client/gateway";
import { CursorList } from "./cursor-list";
import { CreateKeyDialog } from "./key-dialog";
import { keyFilterOf } from "./key-filter";
import { KeyTable } from "./key-table";

const statusOptions = [
  { value: "all", label: "All statuses" },
  { value: "active", label: "Active" },
  { value: "expired", label: "Expired" },
  { value: "revoked", label: "Revoked" },
];

const allKeys = { search: null, status: null, after: null };

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
  const isFiltered = Boolean(filter.search || filter.status);
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
      <CursorList
        found={keys}
        noun="keys"
        isFirst={!filter.after}
        cursorOf={({ id }) => id}
        onAfter={(after) => set({ after })}
        columns={6}
        empty={<NoKeys isFiltered={isFiltered} create={create} onAll={() => set(allKeys)} />}
      >
        {(listed, isStale) => <KeyTable keys={listed} stale={isStale} />}
      </CursorList>
      <CreateKeyDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

interface NoKeysProps {
  isFiltered: boolean;
  /** The button that creates a key. */
  create: ReactNode;
  onAll: () => void;
}

const NoKeys = ({ isFiltered, create, onAll }: NoKeysProps) =>
  isFiltered ? (
    <EmptyState title="No matching keys" action={<Button onClick={onAll}>Show all keys</Button>}>
      Search by name, owner or key prefix.
    </EmptyState>
  ) : (
    <EmptyState title="No gateway keys yet" action={create}>
      With a key, a program can call models through the gateway as any OpenAI client does. Each key limits models and
      spend.
    </EmptyState>
  );
