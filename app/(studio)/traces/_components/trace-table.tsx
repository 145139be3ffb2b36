"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { countText, latencyText } from "@/app/_ui/figure/numbers";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, type Selection, Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { ListedTrace } from "@/lib/contracts/traces/traces";
import { usdText } from "../../gateway/_components/usd";
import { SpanStatus } from "./span-status";
import type { ColumnName } from "./trace-query";

const nameColumn = (prefetches: boolean): Column<ListedTrace> => ({
  key: "name",
  header: "Name",
  cell: ({ id, name, project_name, session_id, input_preview }) => (
    <span className="grid max-w-56 max-sm:max-w-44 sm:min-w-40">
      <RowLink href={links.trace(id)} prefetches={prefetches}>
        {name || "Unnamed"}
      </RowLink>
      <span className="truncate text-xs text-faint">
        {project_name}
        {session_id ? <span className="max-sm:hidden">, session {session_id}</span> : null}
      </span>
      {input_preview ? <span className="truncate text-xs text-soft sm:hidden">{input_preview}</span> : null}
    </span>
  ),
});

const Preview = ({ text, none }: { text: string | null; none: string }) =>
  text ? (
    <span dir="auto" className="line-clamp-2 min-w-32 max-w-64 text-xs text-soft wrap-anywhere" title={text}>
      {text}
    </span>
  ) : (
    <Missing reason={none} />
  );

const Names = ({ names, none }: { names: readonly string[]; none: string }) =>
  names.length > 0 ? (
    <span className="line-clamp-2 max-w-48 wrap-anywhere">{names.join(", ")}</span>
  ) : (
    <Missing reason={none} />
  );

type Look = Omit<Column<ListedTrace>, "key" | "header">;

/** The columns beside the name, with their headers. */
export const columnHeaders: Record<ColumnName, string> = {
  input: "Input",
  output: "Output",
  status: "Status",
  latency: "Latency",
  tokens: "Tokens",
  cost: "Cost",
  spans: "Spans",
  errors: "Failed spans",
  models: "Models",
  user: "User",
  environment: "Environment",
  tags: "Tags",
  started: "Started",
};

const figure = { align: "right", width: "w-20", wide: true } as const;

const looks: Record<ColumnName, Look> = {
  input: { wide: true, cell: ({ input_preview }) => <Preview text={input_preview} none="No span has an input" /> },
  output: { wide: true, cell: ({ output_preview }) => <Preview text={output_preview} none="No span has an output" /> },
  status: { width: "w-24", cell: ({ status }) => <SpanStatus status={status} isEnded={status !== "UNSET"} /> },
  latency: {
    align: "right",
    width: "w-24",
    cell: ({ latency_ms }) => (latency_ms === null ? <Missing reason="Not finished" /> : latencyText(latency_ms)),
  },
  tokens: {
    ...figure,
    cell: ({ total_tokens }) =>
      total_tokens === null ? <Missing reason="No span has a token count" /> : countText(total_tokens),
  },
  cost: {
    ...figure,
    cell: ({ cost_usd }) => (cost_usd === null ? <Missing reason="No span has a cost" /> : usdText(cost_usd)),
  },
  spans: { ...figure, cell: ({ span_count }) => countText(span_count) },
  errors: { ...figure, width: "w-24", cell: ({ error_spans }) => countText(error_spans) },
  models: { wide: true, cell: ({ models }) => <Names names={models} none="No span names a model" /> },
  user: { wide: true, cell: ({ user_id }) => <Names names={user_id ? [user_id] : []} none="No user was sent" /> },
  environment: {
    wide: true,
    cell: ({ environment }) => <Names names={environment ? [environment] : []} none="No environment was sent" />,
  },
  tags: { wide: true, cell: ({ tags }) => <Names names={tags} none="No tags were sent" /> },
  started: {
    align: "right",
    width: "w-28",
    wide: true,
    cell: ({ started_at }) => (started_at ? <Time at={started_at} /> : <Missing reason="No spans yet" />),
  },
};

interface Props {
  traces: readonly ListedTrace[];
  columns: readonly ColumnName[];
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
  stale: boolean;
  /** Whether the pages of the traces are loaded in advance. */
  prefetches?: boolean;
}

export function TraceTable({ traces, columns, selected, onSelect, stale, prefetches = true }: Props) {
  const names = new Map(traces.map(({ id, name }) => [id, name || "Unnamed"]));
  const selection: Selection = {
    selected,
    onChange: onSelect,
    labelOf: (id) => `Select ${names.get(id)}`,
  };
  return (
    <Table
      caption="Traces"
      columns={[nameColumn(prefetches), ...columns.map((key) => ({ key, header: columnHeaders[key], ...looks[key] }))]}
      rows={traces}
      rowKey={({ id }) => id}
      selection={selection}
      stale={stale}
    />
  );
}
