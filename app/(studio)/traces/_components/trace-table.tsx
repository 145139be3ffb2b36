"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { countText, latencyText } from "@/app/_ui/figure/numbers";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { ListedTrace } from "@/lib/contracts/traces/traces";
import { usdText } from "../../gateway/_components/usd";
import { SpanStatus } from "./span-status";

const columns: Column<ListedTrace>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ id, name, project_name, session_id }) => (
      <span className="grid max-w-80">
        <RowLink href={links.trace(id)}>{name || "Unnamed"}</RowLink>
        <span className="truncate text-xs text-faint">
          {project_name}
          {session_id ? <span className="max-sm:hidden">, session {session_id}</span> : null}
        </span>
      </span>
    ),
  },
  {
    key: "status",
    header: "Status",
    width: "w-24",
    cell: ({ status }) => <SpanStatus status={status} isEnded={status !== "UNSET"} />,
  },
  {
    key: "latency",
    header: "Latency",
    align: "right",
    width: "w-24",
    cell: ({ latency_ms }) => (latency_ms === null ? <Missing reason="Not finished" /> : latencyText(latency_ms)),
  },
  {
    key: "spans",
    header: "Spans",
    align: "right",
    width: "w-20",
    wide: true,
    cell: ({ span_count }) => countText(span_count),
  },
  {
    key: "tokens",
    header: "Tokens",
    align: "right",
    width: "w-24",
    wide: true,
    cell: ({ total_tokens }) =>
      total_tokens === null ? <Missing reason="No span has a token count" /> : countText(total_tokens),
  },
  {
    key: "cost",
    header: "Cost",
    align: "right",
    width: "w-24",
    wide: true,
    cell: ({ cost_usd }) => (cost_usd === null ? <Missing reason="No span has a cost" /> : usdText(cost_usd)),
  },
  {
    key: "started",
    header: "Started",
    align: "right",
    width: "w-28",
    wide: true,
    cell: ({ started_at }) => (started_at ? <Time at={started_at} /> : <Missing reason="No spans yet" />),
  },
];

export function TraceTable({ traces, stale }: { traces: readonly ListedTrace[]; stale: boolean }) {
  return <Table caption="Traces" columns={columns} rows={traces} rowKey={({ id }) => id} stale={stale} />;
}
