import { Trash2 } from "lucide-react";
import { MoveButtons } from "@/app/_components/move-buttons";
import { IconButton } from "@/app/_ui/button/icon-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { actionsColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import { type Rule, rulesOf } from "../../../guardrails/_components/rules";
import { labelFor } from "../words";

interface Props {
  rules: readonly unknown[];
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

type Row = Rule & { index: number };

const columns: readonly Column<Row>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ name, type, index }) => (
      <RowLink href={`${links.gatewayConfiguration()}?tab=guardrails&entry=${index}`}>
        {name === type ? labelFor(type) : name}
      </RowLink>
    ),
  },
  { key: "type", header: "Detects", wide: true, cell: ({ type }) => labelFor(type) },
  {
    key: "stage",
    header: "Runs",
    wide: true,
    width: "w-36",
    cell: ({ stage }) => (stage ? labelFor(stage) : <Missing reason="Default for its type" />),
  },
  { key: "action", header: "Action", cell: ({ action }) => labelFor(action) },
];

export function RuleList({ rules, onMove, onRemove }: Props) {
  const rows = rules.flatMap((entry, index) =>
    rulesOf({ guardrails: { rules: [entry] } }).map((rule) => ({ ...rule, index })),
  );
  if (rows.length === 0) {
    return (
      <EmptyState title="No guardrails of your own">
        A guardrail checks requests to and answers from models, and blocks or alters them, warns or logs.
      </EmptyState>
    );
  }
  return (
    <Table
      caption="Guardrails"
      rows={rows}
      rowKey={({ index }) => String(index)}
      columns={[
        ...columns,
        actionsColumn({ header: "Order", width: "w-28" }, ({ name, index }: Row) => (
          <span className="inline-flex gap-1 pointer-coarse:gap-0">
            <MoveButtons what={name} index={index} count={rules.length} onMove={onMove} />
            <IconButton label={`Remove ${name}`} onClick={() => onRemove(index)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </span>
        )),
      ]}
    />
  );
}
