import { Trash2 } from "lucide-react";
import { IconButton } from "@/app/_ui/button/icon-button";
import { actionsColumn } from "@/app/_ui/list/columns";
import type { Column } from "@/app/_ui/list/table";

/** A column with a button that removes the entry from the draft. */
export const removeColumn = (onRemove: (name: string) => void): Column<{ name: string }> =>
  actionsColumn({ header: "Remove", width: "w-12" }, ({ name }) => (
    <IconButton label={`Remove ${name}`} onClick={() => onRemove(name)}>
      <Trash2 aria-hidden="true" />
    </IconButton>
  ));
