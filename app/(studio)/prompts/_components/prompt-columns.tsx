import { Missing } from "@/app/_ui/feedback/missing";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { Badge } from "@/app/_ui/text/badge";
import { links } from "@/lib/client/links";
import type { ListedPrompt } from "@/lib/contracts/prompts/prompts";

export const promptColumns: Column<ListedPrompt>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ id, name }) => (
      <span className="grid max-w-[52vw] sm:max-w-96">
        <RowLink href={links.prompt(id)}>{name}</RowLink>
      </span>
    ),
  },
  {
    key: "labels",
    header: "Labels",
    cell: ({ labels }) =>
      labels.length > 0 ? (
        <span className="flex flex-wrap gap-1">
          {labels.map(({ id, name, version }) => (
            <Badge key={id} tone={name === "production" ? "good" : "neutral"}>
              {name} {version}
            </Badge>
          ))}
        </span>
      ) : (
        <Missing reason="No label points to a version" />
      ),
  },
  { key: "folder", header: "Folder", wide: true, cell: ({ folder }) => folder || <Missing reason="In no folder" /> },
  {
    key: "version",
    header: "Latest",
    width: "w-20",
    wide: true,
    cell: ({ latest_version }) => latest_version ?? <Missing reason="No version" />,
  },
  {
    key: "model",
    header: "Model",
    wide: true,
    cell: ({ model }) => model ?? <Missing reason="The caller names the model" />,
  },
  timeColumn("Changed", ({ updated_at }) => updated_at, { wide: true }),
];
