import { Badge } from "@/app/_ui/text/badge";
import type { Item } from "@/lib/contracts/annotation/items";
import type { ItemPurpose } from "@/lib/contracts/shapes";

export const purposeWords: Record<ItemPurpose, string> = {
  work: "Work",
  gold: "Gold",
  gold_copy: "Gold copy",
  repeat: "Repeat",
};

/** Shows an item's purpose unless it is normal work. Annotators do not see it. */
export function PurposeBadge({ purpose }: Pick<Item, "purpose">) {
  return purpose && purpose !== "work" ? <Badge>{purposeWords[purpose]}</Badge> : null;
}
