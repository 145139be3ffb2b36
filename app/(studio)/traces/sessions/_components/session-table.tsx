"use client";
import { countText } from "@/app/_ui/figure/numbers";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import type { TraceSession } from "@/lib/contracts/traces/sessions";
import { Errors, Tokens, Usd } from "../../_components/figure-cells";

const columns: Column<TraceSession>[] = [
  {
    key: "session",
    header: "Session",
    cell: ({ id, session_id, project_name }) => (
      <span className="grid max-w-96">
        <RowLink href={links.tracedSession(id)}>{session_id}</RowLink>
        <span className="truncate text-xs text-faint">{project_name}</span>
      </span>
    ),
  },
  { key: "traces", header: "Traces", align: "right", width: "w-20", cell: ({ trace_count }) => countText(trace_count) },
  {
    key: "errors",
    header: "Errors",
    width: "w-28",
    cell: ({ error_count }) => <Errors count={error_count} />,
  },
  {
    key: "tokens",
    header: "Tokens",
    align: "right",
    width: "w-24",
    wide: true,
    cell: ({ total_tokens }) => <Tokens count={total_tokens} />,
  },
  {
    key: "cost",
    header: "Cost",
    align: "right",
    width: "w-24",
    wide: true,
    cell: ({ cost_usd }) => <Usd usd={cost_usd} />,
  },
  timeColumn("Last activity", ({ started_at, ended_at }) => ended_at ?? started_at, {
    width: "w-32",
    wide: true,
    missing: "No traces yet",
  }),
];

export const SessionTable = ({ sessions, stale }: { sessions: readonly TraceSession[]; stale: boolean }) => (
  <Table caption="Sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} stale={stale} />
);
