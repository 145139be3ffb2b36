"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { Badge } from "@/app/_ui/text/badge";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listEvalGroups } from "@/lib/contracts/evaluation/groups";

type Listed = Output<typeof listEvalGroups>["data"][number];

const columns: Column<Listed>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ id, name, description, is_sample }) => (
      <span className="grid max-w-[60vw] sm:max-w-96">
        <span className="flex min-w-0 items-center gap-2">
          <RowLink href={links.evalGroup(id)}>{name}</RowLink>
          {is_sample ? <Badge>Sample</Badge> : null}
        </span>
        {description ? (
          <span className="truncate text-xs text-faint" title={description}>
            {description}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: "templates",
    header: "Templates",
    align: "right",
    width: "w-24",
    cell: ({ evals_count }) => evals_count.toLocaleString("en"),
  },
  {
    key: "inputs",
    header: "Required inputs",
    wide: true,
    cell: ({ required_keys: keys }) =>
      keys.length > 0 ? (
        <span className="block max-w-96 truncate font-mono text-xs" title={keys.join(", ")}>
          {keys.join(", ")}
        </span>
      ) : (
        <Missing reason="None required" />
      ),
  },
  {
    key: "created",
    header: "Created",
    align: "right",
    width: "w-28",
    wide: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

export function GroupTable({ groups, stale }: { groups: readonly Listed[]; stale: boolean }) {
  return <Table caption="Evaluation groups" columns={columns} rows={groups} rowKey={({ id }) => id} stale={stale} />;
}
