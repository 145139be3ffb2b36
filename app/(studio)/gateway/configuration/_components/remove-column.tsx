import { Trash2 } from "lucide-react";
import { IconButton } from "@/app/_ui/button/icon-button";
import type { Column } from "@/app/_ui/list/table";

/** A column with a button that removes the entry from the draft. */
export const removeColumn = (onRemove: (name: string) => void): Column<{ name: string }> => ({
  key: "remove",
  header: <span className="sr-only">Remove</span>,
  align: "right",
  width: "w-12",
  cell: ({ name }) => (
    <IconButton label={`Remove ${name}`} onClick={() => onRemove(name)}>
      <Trash2 aria-hidden="true" />
    </IconButton>
  ),
});
