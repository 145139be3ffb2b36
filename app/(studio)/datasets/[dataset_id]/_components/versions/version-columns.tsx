import { Missing } from "@/app/_ui/feedback/missing";
import { timeColumn } from "@/app/_ui/list/columns";
import type { Column } from "@/app/_ui/list/table";
import type { DatasetVersion } from "@/lib/contracts/datasets/versions";

const countText = (count: number) => count.toLocaleString("en");

/** Such as "2 added, 1 removed". */
export function changesText({
  added,
  changed,
  removed,
}: Pick<DatasetVersion, "added" | "changed" | "removed">): string {
  const parts = [
    ...(added > 0 ? [`${countText(added)} added`] : []),
    ...(changed > 0 ? [`${countText(changed)} changed`] : []),
    ...(removed > 0 ? [`${countText(removed)} removed`] : []),
  ];
  return parts.join(", ") || "No changes";
}

export const versionColumns = (onOpen: (id: string) => void): Column<DatasetVersion>[] => [
  { key: "number", header: "Version", width: "w-20", align: "right", cell: ({ number }) => number },
  {
    key: "name",
    header: "Name",
    cell: ({ id, name, description }) => (
      <span className="grid max-w-[52vw] sm:max-w-96">
        <button
          type="button"
          className="reach truncate text-left font-medium text-ink hover:underline hover:underline-offset-2"
          onClick={() => onOpen(id)}
        >
          {name}
        </button>
        {description ? (
          <span className="truncate text-xs text-faint" title={description}>
            {description}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: "rows",
    header: "Rows",
    align: "right",
    width: "w-24",
    cell: ({ row_count }) => countText(row_count),
  },
  {
    key: "changes",
    header: "Since the version before",
    wide: true,
    width: "w-64",
    cell: (version) => <span className="tabular-nums">{changesText(version)}</span>,
  },
  {
    key: "by",
    header: "Created by",
    wide: true,
    width: "w-36",
    cell: ({ created_by }) => created_by ?? <Missing reason="Created by a former member" />,
  },
  timeColumn("Created", ({ created_at }) => created_at),
];
