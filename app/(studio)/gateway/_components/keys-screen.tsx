"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { gatewayKeysQuery } from "@/lib/client/gateway";
import { FilterSelect, NoMatch, SearchFilter } from "../../_components/filters";
import { CursorList } from "./cursor-list";
import { CreateKeyDialog } from "./key-dialog";
import { keyFilterOf } from "./key-filter";
import { KeyTable } from "./key-table";

const statuses = [
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "expired", label: "Expired" },
  { value: "revoked", label: "Revoked" },
] as const;

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
  return (
    <>
      <PageHeader
        title="Gateway keys"
        description="Programs use these keys to call models. Each key has its own limits, budget and credits."
        actions={create}
      />
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchFilter label="Search keys" />
        <FilterSelect
          name="status"
          label="Status"
          value={filter.status}
          all="All statuses"
          options={statuses}
          width="w-36!"
        />
      </div>
      <CursorList
        found={keys}
        noun="keys"
        isFirst={!filter.after}
        cursorOf={({ id }) => id}
        onAfter={(after) => set({ after })}
        columns={6}
        empty={<NoKeys isFiltered={Boolean(filter.search || filter.status)} create={create} />}
      >
        {(listed, isStale) => <KeyTable keys={listed} stale={isStale} />}
      </CursorList>
      <CreateKeyDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

interface NoKeysProps {
  isFiltered: boolean;
  /** The button that creates one. */
  create: ReactNode;
}

const NoKeys = ({ isFiltered, create }: NoKeysProps) =>
  isFiltered ? (
    <NoMatch noun="keys" filters={["search", "status"]}>
      Search by name, owner or key prefix.
    </NoMatch>
  ) : (
    <EmptyState title="No gateway keys yet" action={create}>
      With a key, a program can call models through the gateway as any OpenAI client does. Each key limits models and
      spend.
    </EmptyState>
  );
