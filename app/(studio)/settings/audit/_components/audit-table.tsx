"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { NoMatch } from "@/app/(studio)/_components/filters";
import { CursorList } from "@/app/(studio)/gateway/_components/cursor-list";
import { type AuditQuery, auditQuery } from "@/lib/client/data/audit";
import type { AuditEntry } from "@/lib/contracts/accounts/audit";
import { auditFilters } from "./audit-address";
import { actionText, actorText, targetText } from "./words";

interface Props {
  query: AuditQuery;
  onOpen: (entry: AuditEntry) => void;
}

export function AuditTable({ query, onOpen }: Props) {
  const { get, set } = useAddress();
  const { data, ...found } = useQuery({ ...auditQuery(query), placeholderData: keepPreviousData });
  const isFiltered = auditFilters.some((name) => get(name));
  return (
    <CursorList
      found={{ ...found, data: data && { data: data.entries, has_more: data.has_more } }}
      noun="entries"
      cursorOf={({ id }) => id}
      isFirst={!query.after}
      onAfter={(after) => set({ after })}
      columns={4}
      empty={
        isFiltered ? (
          <NoMatch noun="entries" filters={auditFilters}>
            The log is filtered by person, kind, action and time.
          </NoMatch>
        ) : (
          <EmptyState title="Nothing was recorded yet">
            A change of a member, key or setting, a deletion, and a download of an export appear here.
          </EmptyState>
        )
      }
    >
      {(rows, isStale) => (
        <Table
          caption="Audit log"
          rows={rows}
          rowKey={({ id }) => id}
          stale={isStale}
          columns={[actionColumn(onOpen), ...columns]}
        />
      )}
    </CursorList>
  );
}

const actionColumn = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry> => ({
  key: "action",
  header: "Action",
  cell: (entry) => (
    <Button look="ghost" size="small" className="-ml-2 font-medium text-ink!" onClick={() => onOpen(entry)}>
      {actionText(entry.action)}
    </Button>
  ),
});

const columns: readonly Column<AuditEntry>[] = [
  {
    key: "target",
    header: "About",
    wide: true,
    cell: (entry) => <span className="block max-w-72 truncate text-soft">{targetText(entry)}</span>,
  },
  {
    key: "who",
    header: "Who",
    cell: (entry) => (
      <span className="block max-w-48 truncate">
        {actorText(entry)}
        {entry.actor === "key" ? <span className="text-faint"> by API key</span> : null}
      </span>
    ),
  },
  {
    key: "address",
    header: "From",
    width: "w-32",
    wide: true,
    cell: ({ address }) =>
      address ? <code className="font-mono text-xs">{address}</code> : <Missing reason="The address is unknown" />,
  },
  timeColumn("When", ({ created_at }) => created_at, { width: "w-24" }),
];
