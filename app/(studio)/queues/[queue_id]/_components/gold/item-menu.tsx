import { Ellipsis } from "lucide-react";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Menu, type MenuAction } from "@/app/_ui/overlay/menu";
import type { Item } from "@/lib/contracts/annotation/items";

interface Props {
  item: Item;
  onSetGold: () => void;
}

/** A manager's actions on one item. Gold copies and repeats have none. */
export function ItemMenu({ item, onSetGold }: Props) {
  if (item.purpose !== "work" && item.purpose !== "gold") return null;
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for item ${item.order + 1}`}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
      groups={[[goldAction(item, onSetGold)]]}
    />
  );
}

function goldAction(item: Item, onSelect: () => void): MenuAction {
  if (item.purpose === "gold") return { label: "Change gold answer…", onSelect };
  const begun = item.workflow_status !== "pending" || item.annotations_completed > 0 || item.reserved_by !== null;
  return begun
    ? { label: "Already started: cannot become gold", disabled: true }
    : { label: "Set gold answer…", onSelect };
}
