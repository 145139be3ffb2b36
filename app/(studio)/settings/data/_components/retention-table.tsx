"use client";
import { Button } from "@/app/_ui/button/button";
import { Missing } from "@/app/_ui/feedback/missing";
import { fileSize } from "@/app/_ui/figure/file-size";
import { countText, quantity } from "@/app/_ui/figure/numbers";
import { actionsColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import type { RetainedData } from "@/lib/contracts/accounts/retention";
import { kindWords } from "./words";

interface Props {
  kinds: readonly RetainedData[];
  onChange: (data: RetainedData) => void;
}

export const RetentionTable = ({ kinds, onChange }: Props) => (
  <Table caption="Kinds of data" rows={kinds} rowKey={({ kind }) => kind} columns={[...columns, change(onChange)]} />
);

const columns: readonly Column<RetainedData>[] = [
  { key: "kind", header: "Data", cell: ({ kind }) => <span className="font-medium">{kindWords[kind]}</span> },
  {
    key: "days",
    header: "Kept",
    width: "w-32",
    cell: ({ days, own_days }) => (
      <span className="grid">
        {days === null ? "Forever" : quantity(days, "day")}
        {days !== null && own_days !== null && days < own_days ? (
          <span className="text-xs text-faint">The server’s limit</span>
        ) : null}
      </span>
    ),
  },
  {
    key: "rows",
    header: "Rows",
    align: "right",
    wide: true,
    cell: ({ rows, is_estimated }) => `${is_estimated ? "about " : ""}${countText(rows)}`,
  },
  {
    key: "bytes",
    header: "Size, about",
    align: "right",
    wide: true,
    cell: ({ bytes }) => (bytes === null ? <Missing reason="PostgreSQL has not counted it yet" /> : fileSize(bytes)),
  },
  {
    key: "oldest",
    header: "Oldest",
    align: "right",
    wide: true,
    cell: ({ oldest_at }) => (oldest_at ? <Time at={oldest_at} /> : <Missing reason="There is none" />),
  },
  { key: "due", header: "Next sweep", align: "right", cell: ({ due_rows }) => countText(due_rows) },
];

const change = (onChange: (data: RetainedData) => void): Column<RetainedData> =>
  actionsColumn({ width: "w-24" }, (data) =>
    data.is_fixed ? null : (
      <Button size="small" aria-label={`Change: ${kindWords[data.kind]}`} onClick={() => onChange(data)}>
        Change
      </Button>
    ),
  );
