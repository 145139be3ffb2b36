import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import { removeColumn } from "../remove-column";
import type { Route } from "./routes";

interface Props {
  routes: Readonly<Record<string, Route>>;
  onRemove: (name: string) => void;
}

type Row = Route & { name: string };

const columns: readonly Column<Row>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ name }) => (
      <RowLink href={`${links.gatewayConfiguration()}?tab=routing&entry=${encodeURIComponent(name)}`}>{name}</RowLink>
    ),
  },
  {
    key: "targets",
    header: "Targets",
    cell: ({ targets }) =>
      targets.length > 0 ? (
        <ol className="grid gap-0.5 font-mono text-xs">
          {targets.map(({ provider, model }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a target has no id
            <li key={index} className="wrap-anywhere">
              {provider}/{model}
            </li>
          ))}
        </ol>
      ) : (
        <Missing reason="Same as without a route" />
      ),
  },
  {
    key: "then",
    header: "Fallbacks",
    wide: true,
    cell: ({ fallbacks }) =>
      fallbacks.length > 0 ? (
        <span className="font-mono text-xs wrap-anywhere">{fallbacks.join(", ")}</span>
      ) : (
        <Missing reason="No fallback models" />
      ),
  },
];

export function RouteList({ routes, onRemove }: Props) {
  const rows = Object.entries(routes).map(([name, route]) => ({ name, ...route }));
  if (rows.length === 0) {
    return (
      <EmptyState title="No routes yet">
        Without a route, a model name goes to the providers that list it, or to the provider before its slash. A route
        sets several targets, their order or weights, and fallback models.
      </EmptyState>
    );
  }
  return (
    <Table caption="Routes" rows={rows} rowKey={({ name }) => name} columns={[...columns, removeColumn(onRemove)]} />
  );
}
