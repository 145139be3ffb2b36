"use client";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { BarRows } from "@/app/_ui/figure/bar-rows";
import { countText } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/list/table";
import { type SpendQuery, spendQuery } from "@/lib/client/gateway-log";
import type { SpendDimension, SpendGroup } from "@/lib/contracts/gateway/money/spend";
import { knownCost } from "@/lib/gateway/money/amount";
import { Cost } from "../../../_components/cost";
import { microsText } from "../../requests/_components/figures";
import { spentIn } from "./spent";

const SHOWN = 10;

export const spendByGroupQuery = (input: Omit<SpendQuery, "by">, by: SpendDimension) =>
  spendQuery({ ...input, by, limit: SHOWN });

interface Props {
  by: Exclude<SpendDimension, "day">;
  /** The name of one group. */
  one: string;
  input: Omit<SpendQuery, "by">;
  /** The known total in micro-dollars. */
  total: number;
  asTable: boolean;
  onChoose: (value: string) => void;
}

/** The most expensive groups, and the cost of all others together. */
export function SpendByGroup({ by, one, input, total, asTable, onChoose }: Props) {
  const found = useQuery(spendByGroupQuery(input, by));
  if (found.isError) {
    return <ErrorState title="This could not be loaded" error={found.error} onRetry={() => found.refetch()} />;
  }
  if (!found.data) return <Skeleton className="h-32" />;
  const groups = withOthers(found.data);
  const nameOf = ({ value, name, isOthers }: SpendRow): string =>
    isOthers ? "All others" : (name ?? value ?? `No ${by} named`);
  if (asTable) {
    return (
      <Table
        caption={`Spend by ${by}`}
        rows={groups}
        rowKey={(group) => `${group.isOthers} ${group.value}`}
        columns={[
          {
            key: "name",
            header: one,
            cell: (group) => <span className="block max-w-56 truncate">{nameOf(group)}</span>,
          },
          { key: "cost", header: "Spent", align: "right", cell: (group) => <Cost {...spentIn(group)} /> },
          { key: "requests", header: "Charged requests", align: "right", cell: ({ requests }) => countText(requests) },
          {
            key: "tokens",
            header: "Tokens",
            align: "right",
            wide: true,
            cell: ({ input_tokens, output_tokens }) => countText(input_tokens + output_tokens),
          },
        ]}
      />
    );
  }
  const rows = groups.map((group) => {
    const { value, isOthers } = group;
    const row = { key: `${isOthers} ${value}`, label: nameOf(group), count: group.cost_micros };
    return isOthers || value === null ? row : { ...row, onChoose: () => onChoose(value) };
  });
  return (
    <BarRows
      caption={`Spend by ${by}`}
      rows={rows}
      total={total}
      figureText={microsText}
      missing="Cost unknown: the model has no price"
    />
  );
}

type SpendRow = SpendGroup & { isOthers: boolean };

function withOthers({ data, total, has_more }: { data: SpendGroup[]; total: Sums; has_more: boolean }): SpendRow[] {
  const shown = data.map((group) => ({ ...group, isOthers: false }));
  if (!has_more) return shown;
  const left = (name: keyof Sums): number =>
    (total[name] ?? 0) - data.reduce((sum, group) => sum + (group[name] ?? 0), 0);
  const unpriced = left("unpriced_requests");
  const others = {
    value: null,
    name: null,
    isOthers: true,
    requests: left("requests"),
    input_tokens: left("input_tokens"),
    output_tokens: left("output_tokens"),
    cost_micros: knownCost({ costMicros: left("cost_micros"), unpriced }),
    unpriced_requests: unpriced,
  };
  return [...shown, others];
}

export type Sums = Omit<SpendGroup, "value" | "name">;
