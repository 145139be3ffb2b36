import { Missing } from "@/app/_ui/feedback/missing";
import { countColumn, timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { Badge } from "@/app/_ui/text/badge";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listEvalGroups } from "@/lib/contracts/evaluation/groups";

type Listed = Output<typeof listEvalGroups>["data"][number];

export const groupColumns: Column<Listed>[] = [
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
  countColumn("Templates", ({ evals_count }) => evals_count, { width: "w-24" }),
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
  timeColumn("Created", ({ created_at }) => created_at, { wide: true }),
];
